"""Line numbers of notebook cells in the .ipynb file, for report formats without cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.source.decoding import split_lines
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.json_scanner import Malformed, Scanner, start_of_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def rows_in_file(path: str) -> Mapping[int, tuple[int, ...]]:
    """Return the line of the file where each row of each cell starts, by the cell's number.

    Cells are counted from 1 over all cells. Return nothing if the file is not a notebook or does
    not exist.
    """
    try:
        return _rows(read_bytes(path))
    except (Unreadable, Malformed):
        return {}


def _rows(data: bytes) -> dict[int, tuple[int, ...]]:
    scanner = Scanner(data, start_of_text(data))
    found: dict[int, tuple[int, ...]] = {}
    line, counted_to = 1, 0
    for number, parts in enumerate(_sources(scanner), 1):
        lines = []
        for at, text in parts:
            line += data.count(b"\n", counted_to, at)
            counted_to = at
            lines.append((line, text))
        found[number] = tuple(_starts(lines))
    return found


def _sources(scanner: Scanner) -> Iterator[list[tuple[int, str]]]:
    """Yield the strings of each cell's source with their offsets."""
    if not scanner.is_object():
        return
    for key in scanner.members():
        if key == "cells":
            yield from _cells(scanner)
        elif key == "worksheets" and scanner.is_array():  # until version 3 of the format
            for _ in scanner.elements():
                yield from _sources(scanner)


def _cells(scanner: Scanner) -> Iterator[list[tuple[int, str]]]:
    if not scanner.is_array():
        return
    for _ in scanner.elements():
        parts: list[tuple[int, str]] = []
        if scanner.is_object():
            for key in scanner.members():
                if key in ("source", "input"):  # "input" until version 3
                    parts = _strings(scanner)
        yield parts


def _strings(scanner: Scanner) -> list[tuple[int, str]]:
    if not scanner.is_array():
        at = scanner.at
        return [(at, scanner.string() or "")]
    return [(scanner.at, scanner.string() or "") for _ in scanner.elements()]


def _starts(parts: list[tuple[int, str]]) -> Iterator[int]:
    """Yield the line of the file where each row of a cell starts."""
    is_new = True
    line = 1
    for line, text in parts:
        *ended, rest = split_lines(text)
        for _ in ended:
            if is_new:
                yield line
            is_new = True
        if rest:
            if is_new:
                yield line
            is_new = False
    if is_new:
        yield line
