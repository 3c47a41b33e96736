"""Escape text for HTML: no content of a file and no name becomes markup."""

from __future__ import annotations

import re
import unicodedata
from html import escape

#: Zero-width characters that scripts and emoji need to join letters.
_JOINERS = "\u200c\u200d"
_CODE = re.compile(r"`([^`]+)`")


def plain(text: str) -> str:
    """Return text as HTML; characters that are invisible or reverse the text become U+FFFD."""
    return escape("".join(map(_shown, text)))


def prose(text: str) -> str:
    """Return text as HTML, with parts in backquotes as code."""
    return _CODE.sub(r"<code>\1</code>", plain(text))


def _shown(letter: str) -> str:
    if letter.isprintable() or letter in "\t\n" or letter in _JOINERS:
        return letter
    return letter if unicodedata.category(letter) == "Zs" else "\ufffd"
