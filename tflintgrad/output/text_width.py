"""The width of text on a terminal, and lines that fit."""

from __future__ import annotations

import re
import unicodedata

# Colours and links, which take no column.
_ESCAPES = re.compile("\x1b(?:\\[[0-9;]*m|\\]8;;.*?\x1b\\\\)")
# Words, and code between backticks, which reads best on one line.
_WORDS = re.compile(r"[^\s`]*`[^`]*`\S*|\S+")


def width_of(character: str) -> int:
    """Return the number of terminal columns that a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff":
        return 0  # Korean vowels and finals, which combine with the character before
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def display_width(text: str) -> int:
    """Return the number of terminal columns that a text takes."""
    return sum(map(width_of, text))


def truncated(text: str, width: int) -> str:
    """Return text in at most `width` columns, with an ellipsis if it is cut off."""
    if display_width(text) <= width:
        return text
    used = 1
    shown = []
    for character in text:
        used += width_of(character)
        if used > width:
            break
        shown.append(character)
    return "".join(shown).rstrip() + "…"


def wrapped(line: str, width: int, hang: int) -> list[str]:
    """Return a line as rows of at most `width` columns, broken between words.

    All rows but the first start with `hang` blanks. A word that is wider than a row, such as an
    address, stays whole.
    """
    if _shown_width(line) <= width:
        return [line]
    words = [
        part
        for word in _WORDS.findall(line)
        for part in (word.split() if _shown_width(word) > width - hang else (word,))
    ]
    indent = len(line) - len(line.lstrip(" "))
    row, used = " " * indent, indent
    rows = []
    for word in words:
        columns = _shown_width(word)
        blank = "" if row.isspace() or not row else " "
        if blank and used + 1 + columns > width:
            rows.append(row)
            row, used, blank = " " * hang, hang, ""
        row += blank + word
        used += len(blank) + columns
    return [*rows, row]


def _shown_width(text: str) -> int:
    return display_width(_ESCAPES.sub("", text))
