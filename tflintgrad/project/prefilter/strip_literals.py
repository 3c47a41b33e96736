"""Code without its strings and comments, so that words in them are not taken for names.

Nothing is parsed. Formatted strings stay, because there is code in them; and so does what
`getattr` may be given: strings of one line, if the code looks names up by strings at all.
"""

from __future__ import annotations

import re

from tflintgrad.project.prefilter.byte_search import LETTERS

# Each begins with a letter that is nothing else, so that the search is one for these letters; and
# goes from one letter that may end it to the next.
_PIECE = re.compile(
    rb"#[^\r\n]*"
    rb'|"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*"""'
    rb"|'''[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*)*'''"
    rb'|"[^"\\\r\n]*(?:\\\r?[\s\S][^"\\\r\n]*)*"'
    rb"|'[^'\\\r\n]*(?:\\\r?[\s\S][^'\\\r\n]*)*'"
)
_PREFIX = re.compile(rb"(?<!\w)\w{1,2}\Z")
#: Stands for a string that goes over several rows: it may be a name all the same.
_NOT_PLAIN = rb'"\\"'
_FORMATTED = re.compile(rb"[fFtT]")


def without_strings(data: bytes) -> bytes:
    """The same code, of which strings and comments have been taken out."""
    instead = _unless_looked_up if b"etattr" in data else _unless_formatted
    kept: list[bytes] = []
    done = 0
    for found in _PIECE.finditer(data):
        start, end = found.span()
        if data[start] == _COMMENT:
            kept.append(data[done:start])
        else:
            begin = start
            if data[start - 1] in LETTERS and (prefix := _PREFIX.search(data, start - 3, start)):
                begin = prefix.start()
            kept += data[done:begin], instead(data[begin:start], data[start:end])
        done = end
    kept.append(data[done:])
    return b"".join(kept)


_COMMENT = ord("#")


def _unless_formatted(prefix: bytes, string: bytes) -> bytes:
    if not prefix:
        return b'""'
    return prefix + string if _FORMATTED.search(prefix) else b' ""'


def _unless_looked_up(prefix: bytes, string: bytes) -> bytes:
    return prefix + string if b"\n" not in string else _NOT_PLAIN
