"""Code without its strings and comments, so that words in them are not taken for names.

Nothing is parsed. Formatted strings stay, because there is code in them; and so does what
`getattr` may be given: strings of one line, if the code looks names up by strings at all.
"""

from __future__ import annotations

import re

_QUOTED = (
    rb'"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""'
    rb"|'''(?:[^'\\]|\\[\s\S]|'(?!''))*'''"
    rb'|"(?:[^"\\\r\n]|\\\r?[\s\S])*"'
    rb"|'(?:[^'\\\r\n]|\\\r?[\s\S])*'"
)
_PIECE = re.compile(rb"#[^\r\n]*|((?<!\w)\w{1,2})?(?:" + _QUOTED + rb")")
#: Stands for a string that goes over several rows: it may be a name all the same.
_NOT_PLAIN = rb'"\\"'
_FORMATTED = re.compile(rb"[fFtT]")


def without_strings(data: bytes) -> bytes:
    """The same code, of which strings and comments have been taken out."""
    if b"etattr" in data:
        return _PIECE.sub(_unless_looked_up, data)
    return _PIECE.sub(_unless_formatted, data)


def _unless_formatted(found: re.Match[bytes]) -> bytes:
    prefix = found[1]
    if prefix is None:
        return b'""' if found[0][:1] != b"#" else b""
    return found[0] if _FORMATTED.search(prefix) else b' ""'


def _unless_looked_up(found: re.Match[bytes]) -> bytes:
    text = found[0]
    if text[:1] == b"#":
        return b""
    return text if b"\n" not in text else _NOT_PLAIN
