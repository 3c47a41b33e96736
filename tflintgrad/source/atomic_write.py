"""Atomic replacement of a file's content; permissions are kept."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile


class WriteError(Exception):
    """The file could not be written and is unchanged; the message continues after its path."""


def write_atomically(path: str, data: bytes) -> None:
    """Replace the content of a file, or leave it unchanged and raise WriteError."""
    # A link stays a link; its target is replaced.
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
                file.flush()
                os.fsync(file.fileno())  # or else a crash may leave an empty file
            _copy_permissions(target, temporary)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise WriteError(f"cannot be written: {reason[:1].lower()}{reason[1:]}") from None


def _copy_permissions(target: str, temporary: str) -> None:
    if os.path.exists(target):
        shutil.copymode(target, temporary)
        return
    # `mkstemp` lets no other user read the file; give it the permissions of a new file.
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(temporary, 0o666 & ~mask)
