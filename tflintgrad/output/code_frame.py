"""Source lines with a gutter and carets below the part that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.text_width import width_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tflintgrad.diagnostics import Span
    from tflintgrad.output.style import Style

TAB_WIDTH = 4
# A generated line of thousands of characters would bury the finding; the part around it is shown.
WIDEST = 160
_SHOWN_LINES = 4


def frame(lines: Sequence[str], span: Span, style: Style) -> Iterator[str]:
    """The lines of a span, underlined; nothing when the span lies outside the text."""
    first, last = span.start.row, min(span.end.row, len(lines))
    if not 1 <= first <= len(lines):
        return
    rows = list(range(first, last + 1))
    if len(rows) > _SHOWN_LINES:
        rows = [*rows[: _SHOWN_LINES - 1], last]
    width = len(str(last))
    empty = style.paint("gutter", " " * width + " |")
    yield empty
    previous = first - 1
    for row in rows:
        if row != previous + 1:
            yield style.paint("gutter", "." * width + " |")
        previous = row
        line = lines[row - 1]
        start = span.start.column - 1 if row == first else _indentation(line)
        end = span.end.column - 1 if row == span.end.row else len(line.rstrip())
        # On other lines than the first, there may be nothing of the span but blanks.
        text, before, marked = _layout(line, start, max(end, start + 1))
        yield f"{style.paint('gutter', f'{row:>{width}} |')} {text}".rstrip()
        if row == first or line.strip():
            yield f"{empty} {' ' * before}{style.paint('mark', '^' * marked)}"
    yield empty


def display(line: str) -> str:
    """One line as it can be printed anywhere: tabs as blanks, control characters harmless."""
    return _layout(line.strip(), 0, 0)[0].rstrip()


def _layout(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The printable line, the cells before the marked part, and the cells of the marked part."""
    left = max(0, start - WIDEST // 2) if len(line) > WIDEST else 0
    right = left + WIDEST
    prefix, suffix = "… " if left else "", " …" if right < len(line) else ""
    pieces: list[str] = []
    column = 0
    before = marked = 0
    for index, character in enumerate(line[left:right], start=left):
        piece, cells = _printable(character, column)
        pieces.append(piece)
        column += cells
        if index < start:
            before += cells
        elif index < end:
            marked += cells
    # The end of a line can be meant as well, where something is missing.
    before += max(0, start - max(len(line), left))
    return prefix + "".join(pieces) + suffix, before + len(prefix), max(marked, 1)


def _printable(character: str, column: int) -> tuple[str, int]:
    if character == "\t":
        cells = TAB_WIDTH - column % TAB_WIDTH
        return " " * cells, cells
    if not character.isprintable():
        # Escape sequences in a source file must not reach the terminal.
        return ("", 0) if width_of(character) == 0 else ("�", 1)
    return character, width_of(character)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
