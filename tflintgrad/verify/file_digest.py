"""What a file holds, in a few characters."""

from __future__ import annotations

import hashlib
import os

#: Larger files are known by size and time, which costs nothing.
MAX_DIGESTED = 1 << 20


def digest_of(path: str) -> str:
    """Small files by content, large ones by size and time; empty for what is no file."""
    try:
        status = os.stat(path)
        if not os.path.isfile(path):
            return ""
        if status.st_size > MAX_DIGESTED:
            return f"{status.st_size} {status.st_mtime_ns}"
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""
