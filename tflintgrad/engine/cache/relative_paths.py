"""Paths relative to the project, so that a project can be moved with its cache."""

from __future__ import annotations

import os


class RelativePaths:
    """Converts between absolute paths and paths relative to `base`, where they lie below it.

    An edit in a large project asks some ten times about each of its files, so answers are kept.
    """

    def __init__(self, base: str) -> None:
        self._base = base
        self._start = os.path.join(base, "")
        self._full: dict[str, str] = {}
        self._short: dict[str, str] = {}

    def short(self, path: str) -> str:
        """Return a path as it is written into the cache."""
        known = self._short.get(path)
        if known is None:
            if path == self._base:
                known = os.curdir
            else:
                known = path[len(self._start) :] if path.startswith(self._start) else path
            self._short[path] = known
        return known

    def full(self, short: str) -> str:
        """Return the absolute path of one from the cache."""
        known = self._full.get(short)
        if known is None:
            if short == os.curdir:
                known = self._base
            else:
                known = short if not short or os.path.isabs(short) else self._start + short
            self._full[short] = known
        return known
