"""How far a long run is, for somebody who watches a terminal."""

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
#: Seconds between two changes; nobody reads faster.
INTERVAL = 0.1


class Bar:
    """One line of standard error that is gone when it is over; nothing where nobody watches."""

    def __init__(self, verb: str, patience: float = 0.0) -> None:
        """What is over before so many seconds needs no line."""
        self._verb = verb
        self._visible = is_terminal(sys.stderr, os.environ)
        self._due = time.monotonic() + patience
        self._shown = False

    def show(self, done: int, total: int, what: str) -> None:
        now = time.monotonic()
        if not self._visible or not total or now < self._due:
            return
        self._due = now + INTERVAL
        full, empty = "█░" if "utf" in (sys.stderr.encoding or "").lower() else "#."
        filled = WIDTH * done // total
        bar = full * filled + empty * (WIDTH - filled)
        text = f"{self._verb} {bar} {done} of {total} {what}"
        self._shown = True  # before it is: Ctrl-C may come in between
        sys.stderr.write(f"\r{text[: _width() - 1]}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False

    def gone_before(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """The items, with the line out of their way, and also out of that of an exception."""
        try:
            for item in items:
                self.clear()
                yield item
        finally:
            self.clear()


def _width() -> int:
    """Of the terminal; a line that wraps could not be taken back."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
