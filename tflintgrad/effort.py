"""What a check costs, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: Is told how many files are done, of how many, and the name of the next.
Progress = Callable[[int, int, str], None]


@dataclass(slots=True)
class Effort:
    """What a check cost, filled in as it goes on."""

    files: int = 0
    """Files that were asked for."""
    programs: int = 0
    """Files that were analysed as programs, also because they import one that was asked for."""
    remembered: int = 0
    """Files that would have been, if an earlier run had not."""
    parsed: int = 0
    """Files that were parsed: programs, and what their queries reach."""
    progress: Progress | None = None
    """Is told how far it is; what it raises ends the check."""
