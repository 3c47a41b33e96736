"""Removal of strings and comments from code, so that words in them do not count as names.

The code is not parsed. Formatted strings stay, because they contain code. If the code uses
`getattr` or `setattr`, strings of one line stay as well, because they may be names.
"""

from __future__ import annotations

import re

from tflintgrad.project.prefilter.byte_search import LETTERS

# Each alternative starts with a literal byte, so that the search is fast, and jumps from one byte
# that may end the string to the next.
_PIECE = re.compile(
    rb"#[^\r\n]*"
    rb'|"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*"""'
    rb"|'''[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*)*'''"
    rb'|"[^"\\\r\n]*(?:\\\r?[\s\S][^"\\\r\n]*)*"'
    rb"|'[^'\\\r\n]*(?:\\\r?[\s\S][^'\\\r\n]*)*'"
)
_PREFIX = re.compile(rb"(?<!\w)\w{1,2}\Z")
#: Replaces a string of several rows where strings stay: not a plain name, but it may be a name.
_NOT_PLAIN = rb'"\\"'
_FORMATTED = re.compile(rb"[fFtT]")


def without_strings(data: bytes) -> bytes:
    """Return the code without strings and comments."""
    replacement = _keep_single_line if b"etattr" in data else _keep_formatted
    parts: list[bytes] = []
    done = 0
    for found in _PIECE.finditer(data):
        start, end = found.span()
        if data[start] == _COMMENT:
            parts.append(data[done:start])
        else:
            begin = start
            if data[start - 1] in LETTERS and (prefix := _PREFIX.search(data, start - 3, start)):
                begin = prefix.start()
            parts += data[done:begin], replacement(data[begin:start], data[start:end])
        done = end
    parts.append(data[done:])
    return b"".join(parts)


_COMMENT = ord("#")


def _keep_formatted(prefix: bytes, string: bytes) -> bytes:
    if not prefix:
        return b'""'
    return prefix + string if _FORMATTED.search(prefix) else b' ""'


def _keep_single_line(prefix: bytes, string: bytes) -> bytes:
    return prefix + string if b"\n" not in string else _NOT_PLAIN
