"""Paths as they are written down: from the folder of the project, so that it can be moved."""

from __future__ import annotations

import os


class Places:
    def __init__(self, base: str) -> None:
        self._base = base
        self._start = os.path.join(base, "")

    def short(self, path: str) -> str:
        if path == self._base:
            return os.curdir
        return path[len(self._start) :] if path.startswith(self._start) else path

    def full(self, short: str) -> str:
        if short == os.curdir:
            return self._base
        return short if not short or os.path.isabs(short) else self._start + short
