"""Paths relative to the project, so that a project can be moved with its cache."""

from __future__ import annotations

import os


class RelativePaths:
    """Converts between absolute paths and paths relative to `base`, where they lie below it."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._start = os.path.join(base, "")

    def short(self, path: str) -> str:
        """Return a path as it is written into the cache."""
        if path == self._base:
            return os.curdir
        return path[len(self._start) :] if path.startswith(self._start) else path

    def full(self, short: str) -> str:
        """Return the absolute path of one from the cache."""
        if short == os.curdir:
            return self._base
        return short if not short or os.path.isabs(short) else self._start + short
