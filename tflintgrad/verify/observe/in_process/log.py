"""Where an observed process leaves what it saw: a file of its own, a JSON object per line.

A later line about the same place replaces the earlier one, so a killed process leaves what it had.
"""

from __future__ import annotations

import json
import os
import threading
from typing import Any, TextIO


class Log:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file: TextIO | None = None
        self._lock = threading.Lock()

    def write(self, record: dict[str, Any]) -> None:
        line = json.dumps(record) + "\n"
        with self._lock:
            if self._file is None:
                name = f"{os.getpid()}-{os.urandom(4).hex()}.jsonl"
                self._file = open(os.path.join(self._folder, name), "a", encoding="utf-8")  # noqa: SIM115
            self._file.write(line)
            self._file.flush()

    def start_anew(self) -> None:
        """In a forked child: the file is the parent's, and its lock may have been held."""
        self._file = None
        self._lock = threading.Lock()
