"""What `check` does not do: libcst's slow ways of walking and placing, and positions for nothing.

`MetadataWrapper`, `matchers` and `visit` cost many times what the analysis itself costs.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import pytest

from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad import check_source
from tflintgrad.diagnostics import Span
from tflintgrad.source.syntax import spans

PACKAGE = ROOT / "tflintgrad"
#: Commands of their own, that look at one place of one program.
ASIDE = (PACKAGE / "verify",)
SLOW_MODULES = ("libcst.metadata", "libcst.matchers", "libcst.codemod", "libcst.tool")
SLOW_NAMES = {
    "MetadataWrapper",
    "CSTVisitor",
    "CSTTransformer",
    "BatchableCSTVisitor",
    "deep_clone",
    "deep_replace",
    "with_deep_changes",
}


def hot_modules() -> list[Path]:
    found = sorted(PACKAGE.rglob("*.py"))
    return [path for path in found if not any(aside in path.parents for aside in ASIDE)]


def slow_uses(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            module = getattr(node, "module", None)
            for alias in node.names:
                name = f"{module}.{alias.name}" if module else alias.name
                if name.startswith(SLOW_MODULES) or alias.name in SLOW_NAMES:
                    yield f"{path.name}:{node.lineno}: {name}"
        elif isinstance(node, ast.Attribute) and node.attr in {"visit", *SLOW_NAMES}:
            yield f"{path.name}:{node.lineno}: .{node.attr}"


def test_nothing_slow_is_written() -> None:
    modules = hot_modules()
    assert PACKAGE / "flow" / "interpreter" / "interpreter.py" in modules
    assert [use for path in modules for use in slow_uses(path)] == []


def test_the_audit_sees_what_it_looks_for(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    text = "from libcst import matchers as m\nimport libcst.metadata\ntree.visit(x)\n"
    path.write_text(text, encoding="utf-8")
    assert len(list(slow_uses(path))) == 3


def test_nothing_slow_is_called(tmp_path: Path) -> None:
    """A whole check, with `visit` and the deep copies gone, finds what it always finds."""
    program = tmp_path / "program.py"
    program.write_text(NUMPY_ESCAPE, encoding="utf-8")
    script = (
        "import sys, libcst\n"
        "def refuse(*given, **named): raise SystemExit('visited')\n"
        "for name in ('visit', 'deep_clone', 'deep_replace', 'with_deep_changes'):\n"
        "    setattr(libcst.CSTNode, name, refuse)\n"
        "libcst.Module.visit = refuse\n"
        "before = set(sys.modules)\n"
        "from tflintgrad import check_files\n"
        "results = check_files([sys.argv[1]])\n"
        "print([finding.code for result in results for finding in result.findings])\n"
        f"print([name for name in {{*sys.modules}} - before if name.startswith({SLOW_MODULES})])\n"
    )
    command = [sys.executable, "-c", script, str(program)]
    finished = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert finished.stdout.splitlines() == ["['TFG201']", "[]"], finished.stderr


def test_positions_only_for_what_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    generate = spans._spans

    def counted(module: cst.Module, wanted: set[int], first_row: int) -> dict[int, Span]:
        asked.append(len(wanted))
        return generate(module, wanted, first_row)

    monkeypatch.setattr(spans, "_spans", counted)
    assert check_source(CLEAN * 50) == []
    assert asked == []
    (finding,) = check_source(NUMPY_ESCAPE)
    # The place itself, the query and the steps between; the program has dozens of nodes.
    assert asked
    assert max(asked) <= len(finding.flow) + 4
