"""Splitting of a large module into parts that can be parsed one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad import limits

#: The end of a row before a top-level definition, where no statement continues. If this is inside
#: a string, the part before it has an unterminated string and does not parse.
_BEFORE_DEFINITION = re.compile(r"\n(?=\n(?:def |class |async |@))")


def split_module(text: str) -> Iterator[tuple[int, str]]:
    """Yield parts of at least the limit's size, and the number of rows above each.

    If all parts parse, their statements are those of the whole text.
    """
    start = above = 0
    while start < len(text):
        found = _BEFORE_DEFINITION.search(text, start + limits.MAX_PIECE_CHARACTERS)
        end = found.end() if found is not None else len(text)
        part = text[start:end]
        yield above, part
        above += part.count("\n")
        start = end
