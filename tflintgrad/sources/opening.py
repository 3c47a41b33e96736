"""Reading files, whatever they turn out to be."""

from __future__ import annotations

import errno
import os
import stat


class Unreadable(Exception):
    """The file cannot be read at all (permissions, a device, gone meanwhile)."""


def read_bytes(path: str) -> bytes:
    """The file's content; never blocks on something that is not a regular file."""
    try:
        with open(path, "rb", opener=open_without_waiting) as file:
            return file.read()
    except (OSError, ValueError, MemoryError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        raise Unreadable(reason[:1].lower() + reason[1:]) from None


def open_without_waiting(path: str, flags: int) -> int:
    # Opening a named pipe waits for a writer unless this flag is given.
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "Not a regular file", path)
    return descriptor
