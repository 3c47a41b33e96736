"""Statistics and progress of a run."""

from __future__ import annotations

from collections.abc import Callable

#: Called with the number of files done, their total, and the name of the next one.
Progress = Callable[[int, int, str], None]


class RunStats:
    """Counts of one run, filled in while it goes on."""

    def __init__(self, progress: Progress | None = None) -> None:
        #: An exception that this callback raises ends the run.
        self.progress = progress
        #: Files to check: the named ones, and those found in named directories.
        self.files = 0
        #: Programs that were analysed, including importers of the files to check.
        self.programs = 0
        #: Programs whose results came from the cache.
        self.cached = 0
        #: Files that were parsed: programs, and modules that their queries reach.
        self.parsed = 0
