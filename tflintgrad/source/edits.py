"""Edits of a text; everything else in it, line endings included, stays unchanged."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Edit, Fix, Span

_LINE_END = re.compile("\r\n|\r|\n")


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text after edits that do not overlap; new lines end like the first line."""
    pieces: list[str] = []
    at = 0
    for start, end, replacement in edit_offsets(text, edits):
        pieces += [text[at:start], replacement]
        at = end
    return "".join(pieces) + text[at:]


def edit_offsets(text: str, edits: Iterable[Edit]) -> Iterator[tuple[int, int, str]]:
    """Yield start offset, end offset and replacement of each edit, in the order of the text."""
    breaks = list(_LINE_END.finditer(text))
    starts = [0, *(found.end() for found in breaks)]
    ending = breaks[0][0] if breaks else "\n"

    def offset(location: Location) -> int:
        return starts[location.row - 1] + location.column - 1

    for edit in sorted(edits, key=lambda edit: edit.span):
        replacement = edit.replacement.replace("\n", ending)
        yield offset(edit.span.start), offset(edit.span.end), replacement


def moved_row(row: int, edits: Iterable[Edit]) -> int:
    """Return the row that a row of the text has after some edits."""
    added = 0
    for edit in edits:
        is_insertion = edit.span.start == edit.span.end
        if edit.span.end <= Location(row, 1) or (is_insertion and edit.span.start.row == row):
            removed = edit.span.end.row - edit.span.start.row
            added += edit.replacement.count("\n") - removed
    return row + added


def without_overlaps(fixes: Iterable[Fix]) -> list[Fix]:
    """Return the fixes of one text, without those that touch the edits of an earlier one."""
    chosen: list[Fix] = []
    edited: list[Span] = []  # sorted; they do not overlap, so their ends are sorted as well
    for fix in fixes:
        if not any(_touches(edit.span, edited) for edit in fix.edits):
            chosen.append(fix)
            for edit in fix.edits:
                insort(edited, edit.span)
    return chosen


def _touches(span: Span, edited: list[Span]) -> bool:
    before = bisect_right(edited, span.end, key=lambda other: other.start)
    return before > 0 and span.start <= edited[before - 1].end
