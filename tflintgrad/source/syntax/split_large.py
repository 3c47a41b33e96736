"""Splitting of a large module into parts that can be parsed one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: A longer text is parsed in parts of about this many characters.
LARGE = 100_000

#: The end of a row before a top-level definition, where no statement continues. If this is inside
#: a string, the part before it has an unterminated string and does not parse.
_BEFORE_DEFINITION = re.compile(r"\n(?=\n(?:def |class |async |@))")


def split_module(text: str, size: int = LARGE) -> Iterator[tuple[int, str]]:
    """Yield parts of at least `size` characters, and the number of rows above each.

    If all parts parse, their statements are those of the whole text.
    """
    start = above = 0
    while start < len(text):
        found = _BEFORE_DEFINITION.search(text, start + size)
        end = found.end() if found is not None else len(text)
        part = text[start:end]
        yield above, part
        above += part.count("\n")
        start = end
