"""Conversion of columns, which count characters from 1, to other units."""

from __future__ import annotations

from typing import Literal, get_args

ColumnUnit = Literal["characters", "bytes", "utf-16"]
COLUMN_UNITS: tuple[ColumnUnit, ...] = get_args(ColumnUnit)

_ENCODINGS = {"bytes": ("utf-8", 1), "utf-16": ("utf-16-le", 2)}


def column_in(line: str, column: int, unit: ColumnUnit) -> int:
    """Convert a column of a line to bytes of UTF-8 or code units of UTF-16."""
    if unit == "characters" or line.isascii():
        return column
    encoding, size = _ENCODINGS[unit]
    before = line[: column - 1]
    beyond = column - 1 - len(before)  # columns after the end of the line
    return len(before.encode(encoding, "surrogatepass")) // size + beyond + 1
