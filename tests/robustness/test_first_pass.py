"""A run without doubts finds whatever one with doubts finds: `analyze` relies on it.

Doubts come from functions of other modules that are not followed. So few steps are left for
those, and cases that are one file become two: what they define, and what they do.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest import mock

import pytest

from tests.support import paths
from tflintgrad import limits
from tflintgrad.checks.runner import find_problems
from tflintgrad.diagnostics import Finding, Location
from tflintgrad.engine.analyze_program import Analysis, Program, analysis_lock, program_graph
from tflintgrad.engine.program_runner import ProgramRunner
from tflintgrad.engine.workspace import Workspace
from tflintgrad.flow.domain.graph import Graph

PROJECTS = sorted(paths.PROJECTS.glob("*/"))
CASES = [path for path in sorted(paths.PROGRAMS.rglob("*.py")) if paths.MISSED not in path.parents]

Place = tuple[str, str, Location]


class Comparison:
    """Analyses programs both ways."""

    def __init__(self) -> None:
        #: What is found though there are doubts, and what of it is missed without them.
        self.found: list[Place] = []
        self.missed: list[Place] = []

    def analyze(self, program: Program, _: Workspace) -> Analysis:
        with analysis_lock:
            graph = program_graph(program, havoc=False)
            hasty = findings_in(graph)
            careful = findings_in(program_graph(program)) if graph.needs_second_pass else ()
        locations = [(item.code, item.filename, item.span.start) for item in hasty]
        for item in careful:
            place = (item.code, item.filename, item.span.start)
            self.found.append(place)
            if place not in locations:
                self.missed.append(place)
        return Analysis(hasty, ())


def findings_in(graph: Graph) -> tuple[Finding, ...]:
    return tuple(finding for finding, _ in find_problems(graph))


def compare(projects: Iterable[Path], steps: int) -> Comparison:
    """Analyse projects that may take `steps` in imported modules."""
    comparison = Comparison()
    with mock.patch.multiple(
        limits,
        MAX_IMPORT_STEPS_BEFORE_QUERY=steps,
        MAX_IMPORT_STEPS=steps,
        MAX_BUDGET_SCALE=1,
    ):
        for root in projects:
            files = [str(path.resolve()) for path in root.rglob("*.py")]
            workspace = Workspace({file: os.path.relpath(file, root) for file in files})
            ProgramRunner(workspace, analyzer=comparison.analyze).results_for(files)
    return comparison


def divided(cases: Iterable[Path], folder: Path) -> Iterator[Path]:
    """Each case as a project: its functions and classes in a module, all else in the program."""
    for case in cases:
        text = case.read_text(encoding="utf-8")
        definitions: list[ast.stmt] = []
        names: list[str] = []
        rest: list[ast.stmt] = []
        imports: list[ast.stmt] = []
        for statement in ast.parse(text).body:
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                definitions.append(statement)
                names.append(statement.name)
            elif isinstance(statement, (ast.Import, ast.ImportFrom)):
                imports.append(statement)
            else:
                rest.append(statement)
        if not definitions:
            continue
        root = folder / case.relative_to(paths.PROGRAMS).with_suffix("")
        root.mkdir(parents=True)
        (root / "pyproject.toml").touch()
        taken = ast.parse(f"from parts import {', '.join(names)}").body
        for name, body in (("parts", definitions), ("train", [*taken, *rest])):
            written = ast.unparse(ast.Module([*imports, *body], []))
            (root / f"{name}.py").write_text(written, encoding="utf-8")
        yield root


@pytest.mark.parametrize("steps", [20, 100])
def test_projects(steps: int) -> None:
    comparison = compare(PROJECTS, steps)
    assert comparison.found
    assert comparison.missed == []


def test_some_cases(tmp_path: Path) -> None:
    comparison = compare(divided(CASES[::5], tmp_path), 0)
    assert comparison.found
    assert comparison.missed == []


@pytest.mark.full
@pytest.mark.parametrize("steps", [0, 30, 80])
def test_all_cases(steps: int, tmp_path: Path) -> None:
    comparison = compare(divided(CASES, tmp_path), steps)
    assert comparison.found
    assert comparison.missed == []
