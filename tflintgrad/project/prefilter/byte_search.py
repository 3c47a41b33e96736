"""Search for identifiers in the bytes of unparsed code.

Each function jumps from one occurrence of a word to the next, at the speed of a byte search; a
regular expression that is tried at every byte takes ten times as long, or more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

#: Bytes that can separate a dot from the name after it, beside comments.
BLANK = b" \t\f\r\n\\"
LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_DOT_AND_COMMENT = re.compile(rb"\.[ \t\f\r\\]*#")


def is_member(data: bytes, *names: bytes) -> bool:
    """True if one of these names occurs after a dot."""
    return any(name in data and any(members(data, name)) for name in names)


def members(data: bytes, name: bytes) -> Iterator[int]:
    """Yield the offsets of a name after a dot."""
    return (offset for offset in find_suffix(data, name) if follows_dot(data, offset))


def find_suffix(data: bytes, ending: bytes) -> Iterator[int]:
    """Yield the offsets of `ending` where it ends an identifier."""
    if ending in data:
        for found in _ending(ending).finditer(data):
            yield found.start()


@cache
def _ending(ending: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(ending) + rb"\b")


def follows_dot(data: bytes, offset: int) -> bool:
    """True if a dot precedes an offset, with only white space and comments in between."""
    while True:
        gap = run_start(data, offset, BLANK)
        if data[gap - 1 : gap] == b".":
            return True
        if b"\n" not in data[gap:offset]:
            return False
        # The row before may end with a comment.
        begin = data.rfind(b"\n", 0, gap) + 1
        row = data[begin:gap]
        if b"#" not in row:
            return False
        if _DOT_AND_COMMENT.search(row):
            return True
        if not row.lstrip(BLANK).startswith(b"#"):
            return False
        offset = begin


def run_start(data: bytes, end: int, letters: bytes) -> int:
    """Return the offset where the run of these letters before `end` starts."""
    size = 32
    while True:
        start = max(end - size, 0)
        before = len(data[start:end].rstrip(letters))
        if before or not start:
            return start + before
        size *= 8
