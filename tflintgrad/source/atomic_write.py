"""Put new content in the place of a file: all of it or nothing, with the old permissions."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile


class CannotSave(Exception):
    """The file is as it was; the message says why, after its path."""


def save(path: str, data: bytes) -> None:
    # A link stays a link; what it leads to is replaced.
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    try:
        if os.path.exists(target) and not os.access(target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        if os.path.exists(target) and not os.path.isfile(target):  # a device is not replaced
            raise OSError(errno.EINVAL, "Not a regular file")
        handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            _take_over_permissions(target, temporary)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise CannotSave(f"cannot be written: {reason[:1].lower()}{reason[1:]}") from None


def _take_over_permissions(target: str, temporary: str) -> None:
    if os.path.exists(target):
        shutil.copymode(target, temporary)
        return
    # `mkstemp` lets nobody else read; a new file has what everybody's new files have.
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(temporary, 0o666 & ~mask)
