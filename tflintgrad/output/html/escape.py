"""Any text as HTML that shows just this text: nothing in a file or a name becomes markup."""

from __future__ import annotations

import re
import unicodedata
from html import escape

#: In names of scripts and emoji they join what belongs together.
_JOINERS = "\u200c\u200d"
_CODE = re.compile(r"`([^`]+)`")


def plain(text: str) -> str:
    """As it is; what would be invisible, or turn the text around, is shown as a mark."""
    return escape("".join(map(_shown, text)))


def prose(text: str) -> str:
    """Words with code in backquotes."""
    return _CODE.sub(r"<code>\1</code>", plain(text))


def _shown(letter: str) -> str:
    if letter.isprintable() or letter in "\t\n" or letter in _JOINERS:
        return letter
    return letter if unicodedata.category(letter) == "Zs" else "\ufffd"
