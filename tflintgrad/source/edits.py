"""Edits of a text that is otherwise left as it is, down to its line endings."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Edit, Fix, Location, Span

_LINE_END = re.compile("\r\n|\r|\n")


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap; new lines end like the lines around them."""
    pieces: list[str] = []
    at = 0
    for start, end, replacement in offsets(text, edits):
        pieces += [text[at:start], replacement]
        at = end
    return "".join(pieces) + text[at:]


def offsets(text: str, edits: Iterable[Edit]) -> Iterator[tuple[int, int, str]]:
    """The same edits in characters from the start of the text, in order."""
    breaks = list(_LINE_END.finditer(text))
    starts = [0, *(found.end() for found in breaks)]
    ending = breaks[0][0] if breaks else "\n"

    def offset(place: Location) -> int:
        return starts[place.row - 1] + place.column - 1

    for edit in sorted(edits, key=lambda edit: edit.span):
        replacement = edit.replacement.replace("\n", ending)
        yield offset(edit.span.start), offset(edit.span.end), replacement


def compatible(fixes: Iterable[Fix]) -> list[Fix]:
    """Fixes in one text, without those that touch what another one changes."""
    chosen: list[Fix] = []
    taken: list[Span] = []  # in order; what begins later ends later
    for fix in fixes:
        if not any(_touches(edit.span, taken) for edit in fix.edits):
            chosen.append(fix)
            for edit in fix.edits:
                insort(taken, edit.span)
    return chosen


def _touches(span: Span, taken: list[Span]) -> bool:
    before = bisect_right(taken, span.end, key=lambda other: other.start)
    return before > 0 and span.start <= taken[before - 1].end
