"""Source text for boxes: the line that a person would point at, in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tflintgrad.diagnostics import Location, Span, Spot
from tflintgrad.engine.workspace import Workspace
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.notebook import is_notebook

#: Longer text is cut off in any picture.
LONGEST = 200
_BLOCKS = ("def ", "async def ", "class ", "with ", "async with ", "for ", "while ", "if ")


class Texts:
    """The text behind spots, and spots as people see them: in the cells of a notebook."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lines: dict[str, Sequence[str]] = {}

    def statement(self, spot: Spot) -> str:
        """The whole line, or lines, that an expression is in; without comments."""
        lines = self._of(spot)
        if not _inside(spot.span, lines):
            return ""
        if _opens_block(text := self.expression(spot)):
            return text
        last = spot.span.end.row
        end = Location(last, len(lines[last - 1]) + 1)
        return _between(lines, Span(Location(spot.span.start.row, 1), end))

    def telling(self, spot: Spot) -> str:
        """The statement, where it does nothing with the expression but keep or return it."""
        lines = self._of(spot)
        if not _inside(spot.span, lines):
            return ""
        start, end = spot.span.start, spot.span.end
        before = lines[start.row - 1][: start.column - 1].strip()
        after = lines[end.row - 1][end.column - 1 :].strip()
        kept = not before or before == "return" or before.endswith(("=", " in"))
        alone = not after or after == ":" or after.startswith("#")
        return self.statement(spot) if kept and alone else self.expression(spot)

    def expression(self, spot: Spot) -> str:
        """Exactly what is meant; of a whole block, its first line."""
        lines = self._of(spot)
        if not _inside(spot.span, lines):
            return ""
        text = _between(lines, spot.span)
        if _opens_block(text):
            row = spot.span.start.row
            return _between(lines, Span(spot.span.start, Location(row, len(lines[row - 1]) + 1)))
        return text

    def _of(self, spot: Spot) -> Sequence[str]:
        lines = self._lines.get(spot.filename)
        if lines is None:
            text = self._workspace.text(self._workspace.path_of(spot.filename))
            lines = self._lines[spot.filename] = split_lines(text or "")
        return lines

    def placed(self, spot: Spot) -> Spot:
        """A spot in a notebook, in its cell."""
        if not is_notebook(spot.filename):
            return spot
        notebook = self._workspace.notebook(self._workspace.path_of(spot.filename))
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


def _between(lines: Sequence[str], span: Span) -> str:
    rows = list(lines[span.start.row - 1 : span.end.row])
    rows[-1] = rows[-1][: span.end.column - 1]
    rows[0] = rows[0][span.start.column - 1 :]
    return one_line(" ".join(_COMMENT.sub(_without_comment, row) for row in rows))


#: A string, which is kept, or a comment, which is not.
_COMMENT = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|#.*""")


def _without_comment(found: re.Match[str]) -> str:
    return found[1] or ""


def one_line(text: str) -> str:
    """Without line breaks and control characters, and not too long."""
    return shortened(printable(" ".join(text.split())), LONGEST)


def printable(text: str) -> str:
    """What no terminal and no file format takes for more than text."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
