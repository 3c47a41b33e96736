"""File stamps and digests, which tell if a file has changed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

try:  # the whole of hashlib takes ten times as long to import
    from _blake2 import blake2b
except ImportError:  # pragma: no cover
    from hashlib import blake2b

#: Modification time, status change time, size and inode.
Stamp = tuple[int, int, int, int]

#: The resolution of file times, in nanoseconds: two changes within it may have the same time.
#: The long one is for file systems that store full seconds.
_MOMENT = 50_000_000
_LONG_MOMENT = 2_000_000_000
_SECOND = 1_000_000_000


def stamp_of(path: str) -> Stamp | None:
    """Return the stamp of a file; None if it does not exist."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def now() -> int:
    """Return the time in nanoseconds, as stamps have it."""
    return time.time_ns()


def is_stable(stamp: Stamp, when: int) -> bool:
    """True if every change after the time `when` gives the file another stamp.

    A file that was changed just before `when` can change once more within the resolution of file
    times, so its stamp does not identify its content. Git calls such a file racy.
    """
    latest = max(stamp[0], stamp[1])
    return latest + (_MOMENT if latest % _SECOND else _LONG_MOMENT) < when


def new_digest(data: bytes = b"") -> blake2b:
    """Return a new hash object, fed with `data`."""
    return blake2b(data, digest_size=16)


def keyed_digest(key: bytes, data: bytes = b"") -> blake2b:
    """Return a digest of data and all later updates that takes the key to compute."""
    return blake2b(data, key=key, digest_size=32)


def digest(data: bytes) -> str:
    """Return the digest of data as a hexadecimal string."""
    return new_digest(data).hexdigest()


def digest_of_strings(strings: Iterable[str]) -> str:
    """Return the digest of strings such as paths, which may hold lone surrogates."""
    return digest("\0".join(strings).encode("utf-8", "surrogatepass"))


def digest_of_file(path: str) -> str | None:
    """Return the digest of a file's content; None if it cannot be read."""
    from tflintgrad.source.files import Unreadable, read_bytes

    try:
        return digest(read_bytes(path))
    except Unreadable:
        return None
