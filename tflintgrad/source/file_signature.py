"""Is a file what it was? Told from its status first, and from its content where that differs."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

try:  # the whole of hashlib takes ten times as long to import
    from _blake2 import blake2b
except ImportError:  # pragma: no cover
    from hashlib import blake2b

#: When the file was changed, when it or its name was, its size, and which file it is.
Signature = tuple[int, int, int, int]

#: File systems write down times that are somewhat coarse: two changes within such a moment look
#: like one. Where only full seconds are written down, the moment is long.
_MOMENT = 50_000_000
_LONG_MOMENT = 2_000_000_000
_SECOND = 1_000_000_000


def signature_of(path: str) -> Signature | None:
    """None for what is not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def now() -> int:
    return time.time_ns()


def is_stable(signature: Signature, when: int) -> bool:
    """Whether every change after a moment gives the file another signature.

    A file that was changed at that very moment can be changed once more without anybody seeing it,
    so its signature says nothing about its content. Git calls such a file racy.
    """
    latest = max(signature[0], signature[1])
    return latest + (_MOMENT if latest % _SECOND else _LONG_MOMENT) < when


def new_digest(data: bytes = b"") -> blake2b:
    """Of data, and of what it is updated with."""
    return blake2b(data, digest_size=16)


def digest(data: bytes) -> str:
    return new_digest(data).hexdigest()


def digest_of_words(words: Iterable[str]) -> str:
    """Of a list of paths or the like, which need not be valid text."""
    return digest("\0".join(words).encode("utf-8", "surrogatepass"))


def digest_of_file(path: str) -> str | None:
    """None for what cannot be read."""
    from tflintgrad.source.files import Unreadable, read_bytes

    try:
        return digest(read_bytes(path))
    except Unreadable:
        return None
