"""Large programs in pieces that can be parsed alone, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad import limits

#: The end of a row before a definition at the top: nothing that came before goes on there. Where
#: it only looks like one, in a string, the piece before it ends in the string and is no program.
_BEFORE_DEFINITION = re.compile(r"\n(?=\n(?:def |class |async |@))")


def pieces_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield pieces of at least the limit's size, with the number of rows above each.

    If all of them are programs, so is the whole, and its statements are theirs.
    """
    start = above = 0
    while start < len(text):
        found = _BEFORE_DEFINITION.search(text, start + limits.MAX_PIECE_CHARACTERS)
        end = found.end() if found is not None else len(text)
        piece = text[start:end]
        yield above, piece
        above += piece.count("\n")
        start = end
