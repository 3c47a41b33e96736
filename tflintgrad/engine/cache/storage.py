"""The folder in which things are remembered: `.tflintgrad_cache` in the project.

Whatever is in there may be lost, damaged or of another version at any time; then it is not used.
Files are written beside and moved into place, so that nobody ever reads half of one. What cannot
be written is not remembered, and nothing else comes of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

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
#: What we put there ourselves; a folder that somebody configured may hold other things.
_OF_CHECKS = ("check", "runs")
_PARTS = (*_OF_CHECKS, "verify")


def cache_folder(configured: str = CACHE_FOLDER) -> str:
    """Beside the project's configuration, like other tools' caches, or where somebody says."""
    return os.path.join(project_folder(os.getcwd()), configured)


def read(folder: str, part: str, name: str) -> str | None:
    """What was kept; None if there is nothing, or not all of it."""
    checksum, data = _content(os.path.join(folder, part, name))
    if checksum.decode("ascii", "replace") != f"{digest(data)}\n" or not data.isascii():
        return None
    return data.decode("ascii")


def _content(path: str) -> tuple[bytes, bytes]:
    """The first line, and the rest, which may be large; empty if they cannot be read."""
    try:
        with open(path, "rb", opener=open_nonblocking) as file:
            return file.readline(), file.read()
    except (OSError, ValueError, MemoryError):
        return b"", b""


def write(folder: str, part: str, name: str, text: str) -> None:
    """Keep a file of plain ASCII, if that is possible."""
    write_pieces(folder, part, name, (text,))


def write_pieces(folder: str, part: str, name: str, pieces: Iterable[str]) -> None:
    """The same for a text that is too large to be in memory as a whole."""
    target = os.path.join(folder, part, name)
    unfinished = f"{target}.{os.getpid()}.tmp"
    checksum = new_digest()
    try:
        _make(folder, part)
        with open(unfinished, "wb") as file:
            file.write(checksum.hexdigest().encode("ascii") + b"\n")
            for piece in pieces:
                data = piece.encode("ascii")
                checksum.update(data)
                file.write(data)
            file.seek(0)  # now it is known
            file.write(checksum.hexdigest().encode("ascii"))
        os.replace(unfinished, target)
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.unlink(unfinished)


def prepare(folder: str) -> None:
    """Make the folder now, if that is possible.

    It may lie where imports are looked up, and a run remembers what is there: made later, it
    would be a change.
    """
    with suppress(OSError, ValueError):
        for part in _OF_CHECKS:
            _make(folder, part)


def touch(folder: str, part: str, name: str) -> None:
    """It was of use: others are forgotten first."""
    with suppress(OSError, ValueError):
        os.utime(os.path.join(folder, part, name))


def _make(folder: str, part: str) -> None:
    # Only what we made ourselves is hidden from git: any folder can be configured.
    made = not os.path.exists(folder)
    os.makedirs(os.path.join(folder, part), exist_ok=True)
    if made:
        for name, text in ((".gitignore", "*\n"), (_TAG, _TAG_TEXT)):
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
                file.write(text)


def trim(folder: str, part: str, keep: int) -> None:
    """Remove all but the files that were of use last, and what crashed runs left."""
    with suppress(OSError):
        with os.scandir(os.path.join(folder, part)) as listing:
            files = sorted(((_last_used(item), item.path) for item in listing), reverse=True)
        for _, path in files[keep:]:
            with suppress(OSError):
                os.unlink(path)


def _last_used(entry: os.DirEntry[str]) -> int:
    return entry.stat().st_mtime_ns


def clean(folder: str) -> bool:
    """Remove what is remembered, and the folder if nothing else is in it; False if there is none.

    Raises OSError where that is not possible.
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
