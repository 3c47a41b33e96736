"""The line hashes by which GitHub's code scanning identifies a line of a file.

`upload-sarif` computes them itself, and warns about a report with other values; uploads through the
API rely on those of the report. So they have to be the same: a polynomial modulo 2**64 over the
first hundred UTF-16 code units from the start of the line on, without blanks, followed by the
number of lines so far with this hash.
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
    """The hashes of the lines of a text."""

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
        """Return the hash of a line, or None if there is no such line."""
        if not 1 <= row <= len(self._starts):
            return None
        window = self._window(self._starts[row - 1])
        number = 0
        for offset in range(0, 2 * _LENGTH, 2):
            unit = int.from_bytes(window[offset : offset + 2], "little")  # 0 after the end
            number = number * _BASE + unit
        return f"{number % 2**64:x}:{self._occurrences[row - 1]}"

    def _window(self, start: int) -> bytes:
        return self._data[start : start + 2 * _LENGTH]


def _compact(line: str) -> bytes:
    return line.replace(" ", "").replace("\t", "").encode(_ENCODING, "surrogatepass")
