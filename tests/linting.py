"""What the linter says about a labelled program, in the form its marks have."""

from __future__ import annotations

from tests.judge import Program
from tflintgrad.api import FileResult, Settings, check_text


def lint(program: Program, filename: str, select: str | None = None) -> FileResult:
    """All findings of the default rules, and of `select` should it be off by default."""
    settings = Settings(extend_select=(select,) if select is not None else ())
    return check_text(program.text, filename, settings)


def assert_as_marked(program: Program, filename: str, select: str | None = None) -> None:
    """Findings exactly on the marked lines with the marked codes, and no crash on the way."""
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


def _without(some: list[tuple[int, str]], others: list[tuple[int, str]]) -> list[tuple[int, str]]:
    left = list(others)
    missing = []
    for item in some:
        if item in left:
            left.remove(item)
        else:
            missing.append(item)
    return missing
