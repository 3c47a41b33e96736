"""How GitHub's code scanning tells one line of a file from others.

`upload-sarif` computes this for itself, and complains about a report that says something else;
whoever uploads through the API has nothing but what the report says. So it has to be the very same
number: a polynomial, modulo 2**64, over the hundred UTF-16 code units that follow the start of the
line, blanks left out; then how often it came up so far.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_LENGTH = 100
_BASE = 37
_ENCODING = "utf-16-le"
_END_OF_LINE = "\n".encode(_ENCODING)
_END_OF_FILE = "\uffff".encode(_ENCODING)


class LineHashes:
    """What identifies the lines of a text, which is looked at once for all of them."""

    def __init__(self, lines: Sequence[str]) -> None:
        compact = [_compact(line) for line in lines]
        self._data = _END_OF_LINE.join(compact) + _END_OF_FILE
        self._starts: list[int] = []
        self._occurrences: list[int] = []
        seen: Counter[bytes] = Counter()
        start = 0
        for line in compact:
            window = self._window(start)
            seen[window] += 1
            self._starts.append(start)
            self._occurrences.append(seen[window])
            start += len(line) + len(_END_OF_LINE)

    def of(self, row: int) -> str | None:
        """That of one line; None if it is not there."""
        if not 1 <= row <= len(self._starts):
            return None
        window = self._window(self._starts[row - 1])
        number = 0
        for place in range(0, 2 * _LENGTH, 2):
            unit = int.from_bytes(window[place : place + 2], "little")  # 0 after the end
            number = number * _BASE + unit
        return f"{number % 2**64:x}:{self._occurrences[row - 1]}"

    def _window(self, start: int) -> bytes:
        return self._data[start : start + 2 * _LENGTH]


def _compact(line: str) -> bytes:
    return line.replace(" ", "").replace("\t", "").encode(_ENCODING, "surrogatepass")
