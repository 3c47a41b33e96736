"""What a check costs, and how far it is."""

from __future__ import annotations

from collections.abc import Callable

#: Is told how many files are done, of how many, and the name of the next.
Progress = Callable[[int, int, str], None]


class RunStats:
    """What a check cost, filled in as it goes on."""

    def __init__(self, progress: Progress | None = None) -> None:
        #: Is told how far it is; what it raises ends the check.
        self.progress = progress
        #: Files that were asked for.
        self.files = 0
        #: Files that were analysed as programs, also because they import one that was asked for.
        self.programs = 0
        #: Files that would have been, if an earlier run had not.
        self.remembered = 0
        #: Files that were parsed: programs, and what their queries reach.
        self.parsed = 0
