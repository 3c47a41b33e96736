"""The cache folder, `.tflintgrad_cache` in the project, and the store for its files.

Whatever is in there may be lost, damaged or of another version at any time; then it is not used.
A file is written under another name and then renamed, so that no reader sees half of it. A file
that cannot be written is not cached, which has no other effect.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from tflintgrad.config.settings import CACHE_FOLDER
from tflintgrad.project.module_resolver import project_folder
from tflintgrad.source.file_signature import digest, new_digest
from tflintgrad.source.files import open_nonblocking

_TAG = "CACHEDIR.TAG"
_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55"
_TAG_TEXT = (
    f"{_SIGNATURE}\n"
    "# This file says that the folder is a cache, of tflintgrad, and needs no backup.\n"
    "# See https://bford.info/cachedir/\n"
)
#: The folders that tflintgrad makes; a configured cache folder may hold other things.
_OF_CHECKS = ("check", "runs")
_PARTS = (*_OF_CHECKS, "verify")


class CacheStore:
    """The files in one part of the cache folder: ASCII text behind a line with its checksum."""

    def __init__(self, folder: str, part: str) -> None:
        self._folder = folder
        self._part = part

    def read(self, name: str) -> str | None:
        """Return the text of a file; None if there is none, or not all of it."""
        checksum, data = _content(self._path(name))
        if checksum.decode("ascii", "replace") != f"{digest(data)}\n" or not data.isascii():
            return None
        return data.decode("ascii")

    def read_json(self, name: str) -> Any:
        """Return the value in a file; raise ValueError if there is none."""
        # Not needed, like `json`, where only the folder's name is.
        from tflintgrad.engine.cache.json_guards import parse

        return parse(self.read(name) or "")

    def write(self, name: str, pieces: Iterable[str]) -> None:
        """Write a text, which may be too large to be in memory as a whole, if that is possible."""
        target = self._path(name)
        unfinished = f"{target}.{os.getpid()}.tmp"
        checksum = new_digest()
        try:
            _make(self._folder, self._part)
            with open(unfinished, "wb") as file:
                file.write(checksum.hexdigest().encode("ascii") + b"\n")
                for piece in pieces:
                    data = piece.encode("ascii")
                    checksum.update(data)
                    file.write(data)
                file.seek(0)  # the checksum is known now
                file.write(checksum.hexdigest().encode("ascii"))
            os.replace(unfinished, target)
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.unlink(unfinished)

    def write_json(self, name: str, value: Any) -> None:
        """Write a value, if that is possible."""
        import json

        self.write(name, (json.dumps(value, separators=(",", ":")),))

    def touch(self, name: str) -> None:
        """Mark a file as used, so that `trim` removes others first."""
        with suppress(OSError, ValueError):
            os.utime(self._path(name))

    def trim(self, count: int) -> None:
        """Remove all but the `count` files that were used last, also what crashed runs left."""
        with suppress(OSError):
            with os.scandir(os.path.join(self._folder, self._part)) as listing:
                files = sorted(((_last_used(item), item.path) for item in listing), reverse=True)
            for _, path in files[count:]:
                with suppress(OSError):
                    os.unlink(path)

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, self._part, name)


def cache_folder(configured: str = CACHE_FOLDER) -> str:
    """Return the folder's path: beside the project's configuration, or as configured."""
    return os.path.join(project_folder(os.getcwd()), configured)


def prepare(folder: str) -> None:
    """Make the folder now, if that is possible.

    It may lie where imports are looked up, and a run remembers what is there: made later, it
    would be a change.
    """
    with suppress(OSError, ValueError):
        for part in _OF_CHECKS:
            _make(folder, part)


def clean(folder: str) -> bool:
    """Remove the cache, and the folder if nothing else is in it; False if there is none.

    Raise OSError where that is not possible.
    """
    import shutil

    if not os.path.isdir(folder):
        return False
    found = False
    for part in _PARTS:
        if os.path.isdir(os.path.join(folder, part)):
            shutil.rmtree(os.path.join(folder, part))
            found = True
    if _content(os.path.join(folder, _TAG))[0].startswith(_SIGNATURE.encode()):
        for name in (".gitignore", _TAG):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, name))
        found = True
    with suppress(OSError):  # it holds other things, too
        os.rmdir(folder)
    return found


def _make(folder: str, part: str) -> None:
    # Only a folder that tflintgrad made is hidden from git: any folder can be configured.
    made = not os.path.exists(folder)
    os.makedirs(os.path.join(folder, part), exist_ok=True)
    if made:
        for name, text in ((".gitignore", "*\n"), (_TAG, _TAG_TEXT)):
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
                file.write(text)


def _content(path: str) -> tuple[bytes, bytes]:
    """Return the first line, and the rest, which may be large; both empty if unreadable."""
    try:
        with open(path, "rb", opener=open_nonblocking) as file:
            return file.readline(), file.read()
    except (OSError, ValueError, MemoryError):
        return b"", b""


def _last_used(entry: os.DirEntry[str]) -> int:
    return entry.stat().st_mtime_ns
