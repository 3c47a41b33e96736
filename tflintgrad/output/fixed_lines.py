"""The lines that a fix writes, for reports: most fixes change one or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.diagnostics import Edit, Location, Span
from tflintgrad.output.code_frame import printable_line
from tflintgrad.source.edits import apply_edits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tflintgrad.diagnostics import Fix


def fixed_lines(lines: Sequence[str], fix: Fix) -> list[str]:
    """Return the new lines of a small fix, without indentation; none for a larger one."""
    rows = {row for edit in fix.edits for row in (edit.span.start.row, edit.span.end.row)}
    if not rows or max(rows) > len(lines) or max(rows) - min(rows) >= limits.MAX_SHOWN_FIX_LINES:
        return []
    above = min(rows) - 1
    before = lines[above : max(rows)]
    edits = [Edit(_moved(edit.span, above), edit.replacement) for edit in fix.edits]
    text = apply_edits("\n".join(before) + "\n", edits)
    old = {line.strip() for line in before}
    new = [line.strip() for line in text.splitlines() if line.strip() and line.strip() not in old]
    return [printable_line(line) for line in new] if len(new) <= limits.MAX_SHOWN_FIX_LINES else []


def _moved(span: Span, above: int) -> Span:
    """Return a span in a text that lacks some rows at its top."""
    return Span(
        Location(span.start.row - above, span.start.column),
        Location(span.end.row - above, span.end.column),
    )
