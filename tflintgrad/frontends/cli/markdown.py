"""Render Markdown for a terminal: the part of it that rule pages use."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.output.text_width import width_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.output.style import Style

_HEADING = re.compile(r"#{1,6} +(.*)")
_FENCE = re.compile(r"```(\w*)")
_ITEM = re.compile(r"(?:[-*]|\d+\.) +")
#: Lines that are not joined with others: facts about an example, and tables.
_SEPARATE = re.compile(r"(?:effect|raises): |\|")

_INLINE = re.compile(
    r"(?P<code>`[^`]+`)|\*\*(?P<bold>[^*]+)\*\*|\[(?P<link>[^\]]+)\]\((?P<url>[^)\s]+)\)"
)
_PYTHON = re.compile(
    r"(?P<flagged>\#.*\b[A-Z]{3,8}\d{3}\b.*)"
    r"|(?P<faint>\#.*)"
    r"|(?P<good>[rbfRBF]{0,2}(?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'))"
    rf"|(?P<keyword>\b(?:{'|'.join(keyword.kwlist)})\b)"
)

_TEXT_INDENT = "  "
_CODE_INDENT = "      "


@dataclass(frozen=True, slots=True)
class _Piece:
    """Part of a word: its text, the role that decides its colour, and the target of a link."""

    text: str
    role: str = ""
    url: str = ""


def for_terminal(markdown: str, width: int, style: Style) -> Iterator[str]:
    """Yield the lines of a page; everything but headings is indented."""
    lines = iter(markdown.splitlines())
    paragraph: list[str] = []
    for line in lines:
        fence, heading = _FENCE.match(line), _HEADING.match(line)
        is_item, is_separate = _ITEM.match(line), _SEPARATE.match(line)
        if fence or heading or is_item or is_separate or not line.strip():
            yield from _paragraph(paragraph, width, style)
            paragraph = []
        if fence:
            for code in iter(lambda: next(lines, "```"), "```"):
                shown = _highlighted(code, style) if fence[1] == "python" else code
                yield (_CODE_INDENT + shown).rstrip()
        elif heading:
            yield style.paint("label", heading[1])
        elif line.strip():
            paragraph.append(line)
        else:
            yield ""
    yield from _paragraph(paragraph, width, style)


def _paragraph(lines: list[str], width: int, style: Style) -> Iterator[str]:
    if not lines:
        return
    item = _ITEM.match(lines[0])
    first = _TEXT_INDENT + (item[0] if item else "")
    text = " ".join(line.strip() for line in lines).removeprefix(item[0] if item else "")
    indent = " " * len(first)
    line, used = first, len(first)
    is_empty = True
    for word in _words(text, style):
        cells = sum(width_of(character) for piece in word for character in piece.text)
        if not is_empty and used + 1 + cells > width:
            yield line
            line, used, is_empty = indent, len(indent), True
        line += ("" if is_empty else " ") + "".join(_written(piece, style) for piece in word)
        used += (0 if is_empty else 1) + cells
        is_empty = False
    yield line


def _words(text: str, style: Style) -> Iterator[list[_Piece]]:
    """Yield the words of a text: parts that stay together on a line."""
    word: list[_Piece] = []
    for piece in _pieces(text, style):
        for number, part in enumerate(piece.text.split(" ")):
            if number and word:
                yield word
                word = []
            if part:
                word.append(_Piece(part, piece.role, piece.url))
    if word:
        yield word


def _pieces(text: str, style: Style) -> Iterator[_Piece]:
    done = 0
    for found in _INLINE.finditer(text):
        yield _Piece(text[done : found.start()])
        done = found.end()
        if found["code"]:
            # Colour tells code from text, so the backticks can go.
            yield _Piece(found["code"].strip("`") if style.colour else found["code"], "code")
        elif found["bold"]:
            yield _Piece(found["bold"], "label")
        else:
            yield _Piece(found["link"], url=found["url"])
            if not style.links:
                yield _Piece(f" ({found['url']})")
    yield _Piece(text[done:])


def _written(piece: _Piece, style: Style) -> str:
    text = style.paint(piece.role, piece.text) if piece.role else piece.text
    return style.link(piece.url, text) if piece.url else text


def _highlighted(code: str, style: Style) -> str:
    def painted(found: re.Match[str]) -> str:
        role = found.lastgroup or ""
        return style.paint("error" if role == "flagged" else role, found[0])

    return _PYTHON.sub(painted, code) if style.colour else code
