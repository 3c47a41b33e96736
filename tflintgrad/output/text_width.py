"""The width of text on a terminal, in cells.

`wcwidth` knows 652 rare characters better, but takes 8 ms to import and 350 KB; `unicodedata` is
part of Python.
"""

from __future__ import annotations

import unicodedata


def width_of(character: str) -> int:
    """Return how many cells of a terminal a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff":
        return 0  # vowels and finals of Korean, which join what is before them
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(width_of, text))


def fitted(text: str, room: int) -> str:
    """Return the text, cut off with an ellipsis where there is no room for all of it."""
    if cells(text) <= room:
        return text
    taken = 1
    kept = []
    for character in text:
        taken += width_of(character)
        if taken > room:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"
