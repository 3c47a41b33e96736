"""Words in code that nobody has parsed: where they are, and what stands before them.

All of this goes from one place where a word is spelt to the next, at the speed of a search for
bytes; a regular expression that has to be tried everywhere takes ten times as long, or more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

#: What can stand between a dot and the name after it, beside comments.
BLANK = b" \t\f\r\n\\"
LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_DOT_AND_COMMENT = re.compile(rb"\.[ \t\f\r\\]*#")


def is_member(data: bytes, *names: bytes) -> bool:
    """Whether one of these names stands after a dot."""
    return any(name in data and any(members(data, name)) for name in names)


def members(data: bytes, name: bytes) -> Iterator[int]:
    """The places where a name stands after a dot."""
    return (place for place in find_suffix(data, name) if follows_dot(data, place))


def find_suffix(data: bytes, ending: bytes) -> Iterator[int]:
    """The places where a word ends so, or is that."""
    if ending in data:
        for found in _ending(ending).finditer(data):
            yield found.start()


@cache
def _ending(ending: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(ending) + rb"\b")


def follows_dot(data: bytes, place: int) -> bool:
    """Whether a dot comes before a place; spaces, ends of rows and comments may be in between."""
    while True:
        gap = run_start(data, place, BLANK)
        if data[gap - 1 : gap] == b".":
            return True
        if b"\n" not in data[gap:place]:
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
        place = begin


def run_start(data: bytes, end: int, letters: bytes) -> int:
    """Where the run of these letters begins that ends at a place."""
    size = 32
    while True:
        start = max(end - size, 0)
        kept = len(data[start:end].rstrip(letters))
        if kept or not start:
            return start + kept
        size *= 8
