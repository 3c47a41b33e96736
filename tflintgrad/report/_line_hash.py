"""How GitHub's code scanning tells one line of a file from others.

`upload-sarif` computes this for itself, and complains about a report that says something else;
whoever uploads through the API has nothing but what the report says. So it has to be the very same
number: a polynomial, modulo 2**64, over the hundred UTF-16 code units that follow the start of the
line, blanks left out; then how often it came up so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LENGTH = 100
_BASE = 37
_END_OF_FILE = "\uffff"


def line_hash(lines: Sequence[str], row: int) -> str | None:
    """What identifies a line; None for one that is not there."""
    if not 1 <= row <= len(lines):
        return None
    windows = list(_windows(lines[:row], lines[row:]))
    number = 0
    for place in range(0, 2 * _LENGTH, 2):
        unit = int.from_bytes(windows[-1][place : place + 2], "little")  # 0 after the end
        number = number * _BASE + unit
    return f"{number % 2**64:x}:{windows.count(windows[-1])}"


def _windows(lines: Sequence[str], rest: Sequence[str]) -> Iterator[bytes]:
    """What is hashed of each of the lines."""
    # No line adds less than its end.
    compact = [line.replace(" ", "").replace("\t", "") for line in (*lines, *rest[:_LENGTH])]
    text = "\n".join(compact) + ("\n" if len(rest) > _LENGTH else _END_OF_FILE)
    data = text.encode("utf-16-le", "surrogatepass")
    start = 0
    for line in compact[: len(lines)]:
        yield data[start : start + 2 * _LENGTH]
        start += len(line.encode("utf-16-le", "surrogatepass")) + 2
