"""Digests that tell whether a file that took part in a run has changed."""

from __future__ import annotations

import hashlib
import os

from tflintgrad import limits


def digest_of(path: str) -> str:
    """Return a small file's digest, or a large file's size and time; "" if it is not a file."""
    try:
        status = os.stat(path)
        if not os.path.isfile(path):
            return ""
        if status.st_size > limits.MAX_DIGESTED_BYTES:
            return f"{status.st_size} {status.st_mtime_ns}"
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""
