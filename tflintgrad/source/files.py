"""Reading files, whatever they turn out to be."""

from __future__ import annotations

import errno
import os
import stat

#: Larger programs are not analysed, about a hundred thousand lines: a syntax tree takes several
#: hundred times the memory of its text.
MAX_SIZE = 4_000_000
#: Larger files are not read at all.
_MAX_READ = 1 << 28


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
            if os.fstat(file.fileno()).st_size > _MAX_READ:
                raise OSError(errno.EFBIG, f"It is larger than {_MAX_READ >> 20} MiB", path)
            return file.readall()
    except (OSError, ValueError, MemoryError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        raise Unreadable(reason[:1].lower() + reason[1:]) from None


def too_large(size: int) -> str:
    """What to say about a program of more than `MAX_SIZE`."""
    return f"too large to be analysed: {size / 1e6:.1f} MB, and {MAX_SIZE / 1e6:.0f} MB is the most"


def open_without_waiting(path: str, flags: int) -> int:
    # Opening a named pipe waits for a writer unless this flag is given.
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "Not a regular file", path)
    return descriptor
