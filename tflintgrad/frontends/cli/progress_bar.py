"""A progress bar on the terminal."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, TypeVar

from tflintgrad.output.style import is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_Item = TypeVar("_Item")

WIDTH = 24
#: Seconds between two updates.
INTERVAL = 0.1


class ProgressBar:
    """A line of standard error that vanishes at the end; nothing if that is no terminal."""

    def __init__(self, verb: str, delay: float = 0.0) -> None:
        """Show nothing during the first `delay` seconds."""
        self._verb = verb
        self._visible = is_terminal(sys.stderr, os.environ)
        self._due = time.monotonic() + delay
        self._shown = False

    def show(self, done: int, total: int, noun: str) -> None:
        """Draw the bar with `done` of `total`, unless it was drawn a moment ago."""
        now = time.monotonic()
        if not self._visible or not total or now < self._due:
            return
        self._due = now + INTERVAL
        full, empty = "█░" if "utf" in (sys.stderr.encoding or "").lower() else "#."
        filled = WIDTH * done // total
        bar = full * filled + empty * (WIDTH - filled)
        text = f"{self._verb} {bar} {done} of {total} {noun}"
        self._shown = True  # set first: Ctrl-C may interrupt the write
        sys.stderr.write(f"\r{text[: _width() - 1]}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the bar from the terminal."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False

    def cleared_before(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """Yield the items; the bar is cleared before each one, and before an exception."""
        try:
            for item in items:
                self.clear()
                yield item
        finally:
            self.clear()


def _width() -> int:
    """Return the width of the terminal: a longer line would wrap, and could not be cleared."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
