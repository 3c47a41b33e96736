"""A fake analysis, for tests of the code around it.

It reports every `.numpy()` as TFG201, and fails or crashes if the text contains a keyword.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from tflintgrad.diagnostics import Finding, Location, Span, Step
from tflintgrad.engine.analyze_program import Program
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.syntax.parse import SyntaxProblem

#: A text that a file must contain to be analysed.
HEAD = "import tensorflow as tf  # GradientTape\n"


@dataclass(frozen=True)
class Analysis:
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...] = ()


def analyze(script: Program) -> Analysis:
    text, filename = script.text, script.filename
    findings: list[Finding] = []
    warnings: list[str] = []
    for row, line in enumerate(split_lines(text), start=1):
        if "BROKEN" in line:
            raise SyntaxProblem("unexpected word", row, line.index("BROKEN") + 1)
        if "CRASH" in line:
            raise RecursionError("maximum recursion depth\nexceeded")
        if "WARN" in line:
            warnings.append(f"{filename}:{row}: analysis of function f failed: KeyError")
        findings += [
            finding_at(filename, row, match.start() + 1, match.end() + 1)
            for match in re.finditer(r"\w+\.numpy\(\)", line)
        ]
    # In no particular order: sorting is the task of the caller.
    return Analysis(tuple(reversed(findings)), tuple(warnings))


def finding_at(
    filename: str, row: int, column: int, end: int, *, end_row: int | None = None
) -> Finding:
    span = Span(Location(row, column), Location(end_row or row, end))
    return Finding(
        code="TFG201",
        message="`x` leaves TensorFlow through .numpy()",
        filename=filename,
        span=span,
        severity="error",
        effect="none",
        help="use the tensor itself",
        flow=(Step(filename, span, "cut", "an ndarray, which no tape sees"),),
    )


def project_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a project without files and install the fake analysis."""
    install(monkeypatch)
    monkeypatch.chdir(folder)
    (folder / "pyproject.toml").touch()
    return folder


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("tflintgrad.engine.analyze_program")
    vars(module).update(Program=Program, Analysis=Analysis, analyze_program=analyze)
    monkeypatch.setitem(sys.modules, "tflintgrad.engine.analyze_program", module)
