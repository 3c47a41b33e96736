"""Edits of the cells of a notebook, in place in its JSON.

Everything else in the file stays the same, byte for byte: white space, the order of keys, the
escapes of characters, outputs.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.source.json_scanner import Scanner, start_of_text

if TYPE_CHECKING:
    from collections.abc import Iterable

#: One character, literal or escaped; a surrogate pair of two escapes is one character.
_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Literal:
    """One string of a cell's source: its bytes in the file, quotes included."""

    start: int
    end: int


def literals_of_cells(data: bytes) -> dict[int, list[Literal]]:
    """Return the JSON strings of the source of each cell, by the number of the cell."""
    scanner = Scanner(data, start_of_text(data))
    # Of a repeated key, the last one counts, as in Python's `json`.
    cells: dict[str, list[int | None]] = {}
    for key in scanner.members():
        if key == "cells":
            cells[key] = _sources(scanner)
        elif key == "worksheets":  # until version 3 of the format
            cells[key] = []
            for _ in scanner.elements():
                for inner in scanner.members():
                    if inner == "cells":
                        cells[key] += _sources(scanner)
    offsets = cells.get("cells", cells.get("worksheets", []))
    return {
        number: _literals(Scanner(data, offset))
        for number, offset in enumerate(offsets, start=1)
        if offset is not None
    }


def _sources(scanner: Scanner) -> list[int | None]:
    """Return the offset of the source of each cell; None for a cell without one."""
    found: list[int | None] = []
    for _ in scanner.elements():
        offsets = {key: scanner.at for key in scanner.members() if key in ("source", "input")}
        found.append(offsets.get("source", offsets.get("input")))
    return found


def _literals(scanner: Scanner) -> list[Literal]:
    if not scanner.is_array():
        return [_literal(scanner)]
    return [_literal(scanner) for _ in scanner.elements()]


def _literal(scanner: Scanner) -> Literal:
    start = scanner.at
    scanner.skip()
    return Literal(start, scanner.at)


def byte_edits(
    data: bytes, literals: list[Literal], edits: Iterable[tuple[int, int, str]]
) -> list[tuple[int, int, bytes]]:
    """Translate edits of a cell's text, in characters, into edits of the file's bytes."""
    before = [data[item.start + 1 : item.end - 1].decode() for item in literals]
    characters = [
        (index, found) for index, text in enumerate(before) for found in _characters(text)
    ]
    pieces: list[list[str]] = [[] for _ in before]
    at = 0
    for start, end, replacement in sorted(edits):
        for index, text in characters[at:start]:
            pieces[index].append(text)
        index = characters[min(start, len(characters) - 1)][0]
        pieces[index].append(json.dumps(replacement)[1:-1])
        at = end
    for index, text in characters[at:]:
        pieces[index].append(text)
    after = ["".join(parts) for parts in pieces]
    changed = [index for index, text in enumerate(after) if text != before[index]]
    emptied = {index for index in changed if not after[index]}
    between = data[literals[0].end : literals[1].start] if len(literals) > 1 else None
    return [_change(literals, index, after[index], emptied, between) for index in changed]


def _characters(text: str) -> list[str]:
    """Split the inside of a JSON string into characters, each as it is written."""
    found: list[str] = _CHARACTER.findall(text)
    return found


def _change(
    literals: list[Literal], index: int, text: str, emptied: set[int], between: bytes | None
) -> tuple[int, int, bytes]:
    """Return the edit of one string; an emptied string is removed together with a comma.

    `between` stands between two strings of a list, which has one for each line.
    """
    here = literals[index]
    if index in emptied and index > 0:
        return literals[index - 1].end, here.end, b""
    if index in emptied and len(literals) > 1 and 1 not in emptied:
        return here.start, literals[1].start, b""
    lines = [text] if between is None else _lines(text)
    return here.start, here.end, (between or b"").join(f'"{line}"'.encode() for line in lines)


def _lines(text: str) -> list[str]:
    """Split the inside of a JSON string into the lines of the text that it stands for."""
    lines: list[str] = []
    last = r"\n"
    for character in _characters(text):
        if last == r"\n":
            lines.append("")
        lines[-1] += character
        last = character
    return lines or [""]
