"""The user's key, with which tflintgrad authenticates what it caches.

A repository can bring a cache folder along, with entries that hide findings. Without the key, which
lies in the user's own cache folder and never in a project, such an entry is not used.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress

from tflintgrad.import_path import is_inside

_BYTES = 32
_NAME = "cache-key"


def user_key(project: str) -> bytes | None:
    """Return the user's key, made on first use; None if there can be none outside `project`."""
    folder = _folder()
    if folder is None or is_inside(os.path.realpath(folder), os.path.realpath(project)):
        return None
    path = os.path.join(folder, _NAME)
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    except OSError:
        return None
    with suppress(OSError):
        _create(folder, path)
        return _read(path)
    return None


def _folder() -> str | None:
    """Return the folder for the user's caches; None without a home."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "") or os.path.expanduser("~/.cache")
    return os.path.join(base, "tflintgrad") if os.path.isabs(base) else None


def _read(path: str) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size != _BYTES or not _is_ours(status):
            raise OSError(errno.EPERM, "Not our key", path)
        return os.read(descriptor, _BYTES)
    finally:
        os.close(descriptor)


def _is_ours(status: os.stat_result) -> bool:
    """True if only the user can read and write the file; Windows has no such bits."""
    if sys.platform == "win32":
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o077


def _create(folder: str, path: str) -> None:
    """Create the key; another process may be faster, and then its key counts."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    key = os.urandom(_BYTES)
    unfinished = f"{path}.{os.urandom(8).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(unfinished, flags, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
        with suppress(FileExistsError):
            _rename_new(unfinished, path)
    finally:
        with suppress(OSError):
            os.unlink(unfinished)


def _rename_new(source: str, target: str) -> None:
    """Rename a file; raise FileExistsError if the target exists."""
    if sys.platform == "win32":
        os.rename(source, target)
    else:
        os.link(source, target)
