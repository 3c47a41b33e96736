"""The log of an observed process: a file of its own, one JSON object per line.

A later line about the same query replaces the earlier one, so that a killed process leaves the
numbers it had.
"""

from __future__ import annotations

import json
import os
import threading
from typing import Any, TextIO


class Log:
    """Appends records to a file that it creates with the first record."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file: TextIO | None = None
        self._lock = threading.Lock()

    def write(self, record: dict[str, Any]) -> None:
        """Append one record."""
        line = json.dumps(record) + "\n"
        with self._lock:
            if self._file is None:
                name = f"{os.getpid()}-{os.urandom(4).hex()}.jsonl"
                self._file = open(os.path.join(self._folder, name), "a", encoding="utf-8")  # noqa: SIM115
            self._file.write(line)
            self._file.flush()

    def reset(self) -> None:
        """Start a new file in a forked child, where the parent may have held the lock."""
        self._file = None
        self._lock = threading.Lock()
