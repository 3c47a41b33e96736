"""Lines of files, as users write them: `train.py:24`, `study.ipynb:cell 7:3`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Spot


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, or of a cell of a notebook."""

    path: str
    cell: int | None
    row: int

    def __str__(self) -> str:
        return f"{self.path}:{f'cell {self.cell}:' if self.cell is not None else ''}{self.row}"

    def is_in(self, spot: Spot) -> bool:
        """True if the line is one of those that `spot` spans."""
        same_file = spot.filename == self.path and spot.cell == self.cell
        return same_file and spot.span.start.row <= self.row <= spot.span.end.row


def parse_line(text: str) -> Line | None:
    """Parse `FILE:LINE` or `FILE:cell N:LINE`; return None if no line is named."""
    found = re.fullmatch(r"(.+?)(?::cell (\d+))?:(\d+)", text)
    if found is None:
        return None
    return Line(found[1], int(found[2]) if found[2] else None, int(found[3]))
