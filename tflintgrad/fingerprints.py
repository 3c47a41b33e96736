"""What a finding is known by though lines move: its file, its rule, and the text of its line."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.api import FileResult


@dataclass(frozen=True, slots=True, order=True)
class Fingerprint:
    path: str
    """Seen from a folder of the project, with forward slashes."""
    code: str
    line: str
    """Without the white space around it."""
    occurrence: int = 1
    """Counts findings of a file that are alike in all of that."""


def fingerprints(result: FileResult, folder: str) -> list[Fingerprint]:
    """One for each finding of a file, in their order."""
    path = path_from(folder, result.path)
    seen: Counter[tuple[str, str]] = Counter()
    cells = {finding.cell for finding in result.findings}
    lines = {cell: result.lines(cell) for cell in cells}
    found = []
    for finding in result.findings:
        rows, row = lines[finding.cell], finding.span.start.row
        line = rows[row - 1].strip() if row <= len(rows) else ""
        seen[finding.code, line] += 1
        found.append(Fingerprint(path, finding.code, line, seen[finding.code, line]))
    return found


def path_from(folder: str, path: str) -> str:
    try:
        relative = os.path.relpath(path, folder)
    except ValueError:  # another drive
        relative = path
    return relative.replace(os.sep, "/")
