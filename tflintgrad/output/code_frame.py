"""Code frames: lines of code with a gutter, and carets below the part that a finding points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.output.messages import without_commands
from tflintgrad.output.text_width import width_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tflintgrad.diagnostics import Span
    from tflintgrad.output.style import Style

TAB_WIDTH = 4
# The most characters of a line to show: a generated line can have thousands.
WIDEST = 160
_SHOWN_LINES = 4


def code_frame(lines: Sequence[str], span: Span, style: Style) -> Iterator[str]:
    """Yield the lines of a span, underlined; nothing if the span lies outside the text."""
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
        # After the first line, the span may contain only blanks of a line.
        text, before, marked = _layout(line, start, max(end, start + 1))
        yield f"{style.paint('gutter', f'{row:>{width}} |')} {text}".rstrip()
        if row == first or line.strip():
            yield f"{empty} {' ' * before}{style.paint('mark', '^' * marked)}"
    yield empty


def printable_line(line: str) -> str:
    """Return a line for the terminal: tabs as blanks, control characters replaced."""
    return _layout(line.strip(), 0, 0)[0].rstrip()


def _layout(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return the printable line, and the terminal columns before and of the marked part."""
    line = without_commands(line)
    left = max(0, start - WIDEST // 2) if len(line) > WIDEST else 0
    right = left + WIDEST
    prefix, suffix = "… " if left else "", " …" if right < len(line) else ""
    pieces: list[str] = []
    column = 0
    before = marked = 0
    for index, character in enumerate(line[left:right], start=left):
        piece, width = _printable(character, column)
        pieces.append(piece)
        column += width
        if index < start:
            before += width
        elif index < end:
            marked += width
    # A syntax error can be after the end of the line, where something is missing.
    before += max(0, start - max(len(line), left))
    return prefix + "".join(pieces) + suffix, before + len(prefix), max(marked, 1)


def _printable(character: str, column: int) -> tuple[str, int]:
    """Return what to print for a character in a column of the terminal, and its width."""
    if character == "\t":
        width = TAB_WIDTH - column % TAB_WIDTH
        return " " * width, width
    if not character.isprintable():
        # Escape sequences in a file must not reach the terminal.
        return ("", 0) if width_of(character) == 0 else ("�", 1)
    return character, width_of(character)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
