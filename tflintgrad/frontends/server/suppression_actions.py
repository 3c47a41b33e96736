"""Edits that add a suppression comment for a finding.

Every candidate is tried: an edit is offered only if it suppresses the finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from tflintgrad.diagnostics import Edit, Finding, Location, Span
from tflintgrad.engine.cell_locations import to_module
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.notebook import CodeCell, Notebook, assemble
from tflintgrad.source.suppressions import unsuppressed

_LIST = re.compile(r"#\s*tflintgrad\s*:\s*ignore\s*\[[^\]#]*(?=\])", re.IGNORECASE)
#: Lines that have to stay at the top of a file or cell.
_HEAD = re.compile(r"#!|#.*coding[:=]|%%")


def on_line(finding: Finding, content: str | Notebook) -> Edit | None:
    """Return an edit that adds a comment to the first or last line of the expression."""
    lines = _lines(finding, content)
    rows = dict.fromkeys((finding.span.start.row, finding.span.end.row))
    return _working(finding, content, [_at_end(row, lines[row - 1], finding) for row in rows])


def in_file(finding: Finding, content: str | Notebook) -> Edit | None:
    """Return an edit that adds a comment line at the top of the file, or of the cell."""
    lines = _lines(finding, content)
    row = next((row for row, line in enumerate(lines, 1) if not _HEAD.match(line)), 1)
    comment = f"# tflintgrad: ignore-file[{_name(finding)}]\n"
    return _working(finding, content, [_insertion(row, 1, comment)])


def _at_end(row: int, line: str, finding: Finding) -> Edit:
    if listed := _LIST.search(line):
        return _insertion(row, listed.end() + 1, f", {_name(finding)}")
    comment = f"  # tflintgrad: ignore[{_name(finding)}]"
    return _insertion(row, len(line) + 1, comment)


def _working(finding: Finding, content: str | Notebook, insertions: Iterable[Edit]) -> Edit | None:
    return next((item for item in insertions if _works(item, finding, content)), None)


def _works(insertion: Edit, finding: Finding, content: str | Notebook) -> bool:
    lines = _lines(finding, content)
    row, column = insertion.span.start.row, insertion.span.start.column
    line = lines[row - 1]
    if line.endswith("\\"):  # no comment may follow
        return False
    lines[row - 1] = line[: column - 1] + insertion.replacement + line[column - 1 :]
    after = "\n".join(lines)
    moved = _moved(finding, insertion)
    if isinstance(content, Notebook):
        cells = {cell.cell: "\n".join(cell.lines) for cell in content.cells}
        cells[finding.cell or 0] = after
        notebook = assemble(CodeCell(number, text) for number, text in cells.items())
        moved = to_module(moved, finding.filename, notebook)
        after = notebook.text
    return not unsuppressed([moved], after)


def _moved(finding: Finding, insertion: Edit) -> Finding:
    """Return the finding at its position after the insertion, which may add a line above it."""
    added = insertion.replacement.count("\n")
    start, end = (
        Location(location.row + added, location.column)
        for location in (finding.span.start, finding.span.end)
    )
    return replace(finding, span=Span(start, end))


def _insertion(row: int, column: int, text: str) -> Edit:
    location = Location(row, column)
    return Edit(Span(location, location), text)


def _name(finding: Finding) -> str:
    return rulebook().name_of(finding.code) or finding.code


def _lines(finding: Finding, content: str | Notebook) -> list[str]:
    """Return the lines of the finding's file or cell."""
    if isinstance(content, Notebook):
        return list(content.lines(finding.cell or 0))
    return split_lines(content)
