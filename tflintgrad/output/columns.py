"""Columns as others count them; ours count characters, from 1."""

from __future__ import annotations

from typing import Literal, get_args

ColumnUnit = Literal["characters", "bytes", "utf-16"]
COLUMN_UNITS: tuple[ColumnUnit, ...] = get_args(ColumnUnit)

_ENCODINGS = {"bytes": ("utf-8", 1), "utf-16": ("utf-16-le", 2)}


def column_in(line: str, column: int, unit: ColumnUnit) -> int:
    """A column of a line in another unit: bytes of UTF-8, or code units of UTF-16."""
    if unit == "characters" or line.isascii():
        return column
    encoding, size = _ENCODINGS[unit]
    before = line[: column - 1]
    beyond = column - 1 - len(before)  # the end of the line, and what is after it, can be meant
    return len(before.encode(encoding, "surrogatepass")) // size + beyond + 1
