"""Findings of the linter in a labelled program, in the form of its marks."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from tests.support.judge import Program, Project
from tflintgrad import check_files
from tflintgrad.config.settings import Settings
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.file_result import FileResult
from tflintgrad.knowledge.rules import rulebook

Mark = TypeVar("Mark")


#: Rules that are off by default because they are wrong too often, not because they only cost time.
DOUBTFUL = tuple(
    rule.code for rule in rulebook().all() if not rule.default and rule.effect != "cost"
)


def lint(program: Program, filename: str, select: str | None = None) -> FileResult:
    """Return all findings of the default and the doubtful rules, and of `select`."""
    settings = Settings(extend_select=(*DOUBTFUL, select) if select is not None else DOUBTFUL)
    return check_text(program.text, filename, settings)


def assert_as_marked(program: Program, filename: str, select: str | None = None) -> None:
    """Assert findings exactly on the marked lines with the marked codes, and no crash."""
    result = lint(program, filename, select)
    found = sorted((finding.span.start.row, finding.code) for finding in result.findings)
    lines = program.text.splitlines()
    problems = [
        f"line {row}: {code} missing: {lines[row - 1].strip()}"
        for row, code in _without(program.marks, found)
    ]
    problems += [
        f"line {row}: {code} is not stated: {lines[row - 1].strip()}"
        for row, code in _without(found, program.marks)
    ]
    problems += [*result.warnings, *([result.error] if result.error else [])]
    assert not problems, "\n".join(problems)


def assert_project_as_marked(project: Project) -> None:
    """Assert the marked findings in all files of a project, and no others."""
    results = list(check_files([str(project.root)]))
    root = project.root.resolve()
    found = sorted(
        (
            Path(finding.filename).resolve().relative_to(root).as_posix(),
            finding.span.start.row,
            finding.code,
        )
        for result in results
        for finding in result.findings
    )
    lines = {
        path.relative_to(project.root).as_posix(): path.read_text(encoding="utf-8").splitlines()
        for path in project.modules
    }
    problems = [
        f"{file}:{row}: {code} missing: {lines[file][row - 1].strip()}"
        for file, row, code in _without(project.marks, found)
    ]
    problems += [
        f"{file}:{row}: {code} is not stated: {lines[file][row - 1].strip()}"
        for file, row, code in _without(found, project.marks)
    ]
    for result in results:
        problems += [*result.warnings, *([result.error] if result.error else [])]
    assert not problems, "\n".join(problems)


def _without(some: list[Mark], others: list[Mark]) -> list[Mark]:
    left = list(others)
    missing = []
    for item in some:
        if item in left:
            left.remove(item)
        else:
            missing.append(item)
    return missing
