"""The code that boxes show: a statement or an expression, in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tflintgrad.diagnostics import Location, Span, Spot
from tflintgrad.engine.workspace import Workspace
from tflintgrad.output.messages import without_commands
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.notebook import is_notebook

#: The most characters of code that a diagram shows.
LONGEST = 200
_BLOCKS = ("def ", "async def ", "class ", "with ", "async with ", "for ", "while ", "if ")


class SourceText:
    """The code at spots, and the spots of notebooks in cells."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lines: dict[str, Sequence[str]] = {}

    def statement(self, spot: Spot) -> str:
        """Return the whole line or lines of an expression, without comments."""
        lines = self._lines_of(spot)
        if not _inside(spot.span, lines):
            return ""
        if _opens_block(text := self.expression(spot)):
            return text
        last = spot.span.end.row
        end = Location(last, len(lines[last - 1]) + 1)
        return _code_at(lines, Span(Location(spot.span.start.row, 1), end))

    def caption(self, spot: Spot) -> str:
        """Return the statement if it only binds or returns the expression, else the expression."""
        lines = self._lines_of(spot)
        if not _inside(spot.span, lines):
            return ""
        start, end = spot.span.start, spot.span.end
        before = lines[start.row - 1][: start.column - 1].strip()
        after = lines[end.row - 1][end.column - 1 :].strip()
        binds = not before or before == "return" or before.endswith(("=", " in"))
        alone = not after or after == ":" or after.startswith("#")
        return self.statement(spot) if binds and alone else self.expression(spot)

    def expression(self, spot: Spot) -> str:
        """Return the code of a span; of a whole block, its first line."""
        lines = self._lines_of(spot)
        if not _inside(spot.span, lines):
            return ""
        text = _code_at(lines, spot.span)
        if _opens_block(text):
            row = spot.span.start.row
            return _code_at(lines, Span(spot.span.start, Location(row, len(lines[row - 1]) + 1)))
        return text

    def _lines_of(self, spot: Spot) -> Sequence[str]:
        lines = self._lines.get(spot.filename)
        if lines is None:
            text = self._workspace.text(self._workspace.absolute_path(spot.filename))
            lines = self._lines[spot.filename] = split_lines(text or "")
        return lines

    def in_cell(self, spot: Spot) -> Spot:
        """Return a spot with rows of its cell, if it is in a notebook."""
        if not is_notebook(spot.filename):
            return spot
        notebook = self._workspace.notebook(self._workspace.absolute_path(spot.filename))
        if notebook is None:
            return spot
        cell, *start = notebook.cell_position(spot.span.start.row, spot.span.start.column)
        end_cell, *end = notebook.cell_position(spot.span.end.row, spot.span.end.column)
        span = Span(Location(*start), Location(*(end if end_cell == cell else start)))
        return Spot(spot.filename, span, cell)


def _inside(span: Span, lines: Sequence[str]) -> bool:
    return 1 <= span.start.row <= span.end.row <= len(lines)


def _opens_block(text: str) -> bool:
    return text.startswith(_BLOCKS) and ":" in text


def _code_at(lines: Sequence[str], span: Span) -> str:
    rows = list(lines[span.start.row - 1 : span.end.row])
    rows[-1] = rows[-1][: span.end.column - 1]
    rows[0] = rows[0][span.start.column - 1 :]
    return one_line(" ".join(_COMMENT.sub(_without_comment, row) for row in rows))


#: A string, or a comment to remove.
_COMMENT = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|#.*""")


def _without_comment(found: re.Match[str]) -> str:
    return found[1] or ""


def one_line(text: str) -> str:
    """Return text without line breaks and control characters, cut off at `LONGEST`."""
    return shortened(printable(" ".join(text.split())), LONGEST)


def printable(text: str) -> str:
    """Replace what is not printable, and commands to a CI service."""
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
    return without_commands(shown)


def shortened(text: str, length: int) -> str:
    """Return text in at most `length` characters, with an ellipsis if it is cut off."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
