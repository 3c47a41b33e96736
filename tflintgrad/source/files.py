"""Reading of files without blocking, and limits on their size."""

from __future__ import annotations

import errno
import os
import stat

from tflintgrad import limits


class Unreadable(Exception):
    """A file that cannot be read: no permission, a device, or deleted since it was found."""


class BrokenNotebook(Exception):
    """A file that is not a notebook; the message is one line, to print after its path."""


def is_notebook(path: str) -> bool:
    """True if the path is that of a notebook, by its suffix."""
    return path.endswith(".ipynb")


def read_bytes(path: str, at_most: int = limits.MAX_FILE_BYTES) -> bytes:
    """Return the file's content; raise Unreadable if it is too large, or no regular file."""
    try:
        with open(path, "rb", buffering=0, opener=open_nonblocking) as file:
            if os.fstat(file.fileno()).st_size > at_most:
                size = f"{at_most >> 20} MiB" if at_most >= 1 << 20 else f"{at_most >> 10} KiB"
                raise OSError(errno.EFBIG, f"It is larger than {size}", path)
            return file.readall()
    except (OSError, ValueError, MemoryError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        raise Unreadable(reason[:1].lower() + reason[1:]) from None


def too_large(size: int) -> str:
    """Return the message about a program of more than `limits.MAX_CODE_BYTES` bytes."""
    most = limits.MAX_CODE_BYTES / 1e6
    return f"too large to analyse: {size / 1e6:.1f} MB; the limit is {most:.0f} MB"


def open_nonblocking(path: str, flags: int) -> int:
    """Open a regular file, as the `opener` of `open`; raise OSError for anything else."""
    # Without this flag, opening a named pipe waits for a writer.
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "Not a regular file", path)
    return descriptor
