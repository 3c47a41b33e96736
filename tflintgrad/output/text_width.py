"""The width of text on a terminal."""

from __future__ import annotations

import unicodedata


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
