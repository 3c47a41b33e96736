"""Reading files, whatever they turn out to be."""

from __future__ import annotations

import errno
import os
import stat

from tflintgrad import limits


class Unreadable(Exception):
    """The file cannot be read at all (permissions, a device, gone meanwhile)."""


class BrokenNotebook(Exception):
    """The file is no notebook; the message is one line that goes after the path."""


def is_notebook(path: str) -> bool:
    return path.endswith(".ipynb")


def read_bytes(path: str) -> bytes:
    """The file's content; never blocks on something that is not a regular file."""
    try:
        with open(path, "rb", buffering=0, opener=open_without_waiting) as file:
            if os.fstat(file.fileno()).st_size > limits.MAX_FILE_BYTES:
                most = f"{limits.MAX_FILE_BYTES >> 20} MiB"
                raise OSError(errno.EFBIG, f"It is larger than {most}", path)
            return file.readall()
    except (OSError, ValueError, MemoryError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        raise Unreadable(reason[:1].lower() + reason[1:]) from None


def too_large(size: int) -> str:
    """Return the message about a program of more than `limits.MAX_CODE_BYTES`."""
    most = limits.MAX_CODE_BYTES
    return f"too large to be analysed: {size / 1e6:.1f} MB, and {most / 1e6:.0f} MB is the most"


def open_without_waiting(path: str, flags: int) -> int:
    # Opening a named pipe waits for a writer unless this flag is given.
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "Not a regular file", path)
    return descriptor
