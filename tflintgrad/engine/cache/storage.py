"""The cache folder, `.tflintgrad_cache` in the project, and the store for its files.

The folder may come from a stranger, as part of a repository. So entries are authenticated with the
user's key; the folder must be the user's own, marked as a cache, and no link; and files are opened
relative to its descriptor, never through links. Whatever does not fit is not used. A file is
written under a random name and then renamed, so that no reader sees half of it. A file that cannot
be written is not cached, which has no other effect.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.config.settings import CACHE_FOLDER
from tflintgrad.engine.cache.authentication import user_key
from tflintgrad.project.module_resolver import project_folder
from tflintgrad.project.symlinks import leads_out_of_project
from tflintgrad.source.file_stamp import keyed_digest

if TYPE_CHECKING:
    from typing import BinaryIO

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
#: More than the bytes of the line that authenticates a file.
_LINE_BYTES = 200
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
#: Cache folders in which an entry was made with another key, or changed.
foreign: set[str] = set()


class CacheStore:
    """The files in one part of the cache folder: ASCII text behind a line that authenticates it."""

    def __init__(self, folder: str, part: str) -> None:
        self._folder = folder
        self._part = part
        self._key = user_key(project_folder(os.getcwd()))

    def read(self, name: str) -> str | None:
        """Return the text of a file; None if there is none that this user's tflintgrad wrote."""
        if self._key is None:
            return None
        try:
            with _Directory(self._folder, self._part) as directory, directory.open(name) as file:
                if os.fstat(file.fileno()).st_size > limits.MAX_CACHE_FILE_BYTES:
                    return None
                authentication, data = file.readline(_LINE_BYTES), file.read()
        except (OSError, ValueError, MemoryError):
            return None
        expected = self._digest(name)
        expected.update(data)
        if authentication != expected.hexdigest().encode("ascii") + b"\n" or not data.isascii():
            if re.fullmatch(rb"[0-9a-f]{32,}\n", authentication):
                foreign.add(self._folder)
            return None
        return data.decode("ascii")

    def read_json(self, name: str) -> Any:
        """Return the value in a file; raise ValueError if there is none."""
        # Not needed, like `json`, where only the folder's name is.
        from tflintgrad.engine.cache.json_guards import parse

        return parse(self.read(name) or "")

    def write(self, name: str, pieces: Iterable[str]) -> None:
        """Write a text, which may be too large to be in memory as a whole, if that is possible."""
        if self._key is None:
            return
        digest = self._digest(name)
        unfinished = f"{name}.{os.urandom(8).hex()}.tmp"
        with suppress(OSError, ValueError):
            _make(self._folder, self._part)
            with _Directory(self._folder, self._part) as directory:
                try:
                    with directory.create(unfinished) as file:
                        file.write(digest.hexdigest().encode("ascii") + b"\n")
                        for piece in pieces:
                            data = piece.encode("ascii")
                            digest.update(data)
                            file.write(data)
                        file.seek(0)  # the digest is known now
                        file.write(digest.hexdigest().encode("ascii"))
                    directory.rename(unfinished, name)
                except BaseException:
                    with suppress(OSError, ValueError):
                        directory.remove(unfinished)
                    raise

    def write_json(self, name: str, value: Any) -> None:
        """Write a value, if that is possible."""
        import json

        self.write(name, (json.dumps(value, separators=(",", ":")),))

    def touch(self, name: str) -> None:
        """Mark a file as used, so that `trim` removes others first."""
        with suppress(OSError, ValueError), _Directory(self._folder, self._part) as directory:
            directory.touch(name)

    def trim(self, count: int) -> None:
        """Remove all but the `count` files that were used last, also what crashed runs left."""
        with suppress(OSError, ValueError), _Directory(self._folder, self._part) as directory:
            for name in directory.by_last_use()[count:]:
                with suppress(OSError):
                    directory.remove(name)

    def _digest(self, name: str) -> Any:
        """Return a digest that starts with the file's own name: no file stands for another."""
        assert self._key is not None
        return keyed_digest(self._key, f"{self._part}/{name}\n".encode())


class _Directory:
    """A folder of the cache, open: files are reached through its descriptor, never by links.

    Windows has no such descriptors; files are reached by path there.
    """

    def __init__(self, folder: str, part: str = "") -> None:
        self._path = os.path.join(folder, part) if part else folder
        self._descriptor = _open_directory(folder)
        if part and self._descriptor is not None:
            outer = self._descriptor
            try:
                self._descriptor = _open_directory(part, outer)
            finally:
                os.close(outer)

    def __enter__(self) -> _Directory:
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)

    def open(self, name: str) -> BinaryIO:
        """Open a regular file for reading."""
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self._name(name), flags | _NO_LINKS, dir_fd=self._descriptor)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError(errno.EINVAL, "Not a regular file", name)
        return os.fdopen(descriptor, "rb")

    def create(self, name: str) -> BinaryIO:
        """Create a file that does not exist yet, for writing."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | _NO_LINKS
        return os.fdopen(os.open(self._name(name), flags, 0o600, dir_fd=self._descriptor), "wb")

    def rename(self, name: str, new: str) -> None:
        """Give a file another name, in place of the file that has it."""
        descriptor = self._descriptor
        os.replace(self._name(name), self._name(new), src_dir_fd=descriptor, dst_dir_fd=descriptor)

    def remove(self, name: str) -> None:
        """Remove a file, or a link itself."""
        os.unlink(self._name(name), dir_fd=self._descriptor)

    def touch(self, name: str) -> None:
        """Set the time of a file to now."""
        if self._descriptor is None:
            os.utime(self._name(name))
        else:
            os.utime(name, dir_fd=self._descriptor, follow_symlinks=False)

    def by_last_use(self) -> list[str]:
        """Return the names of all files, the one that was used last first."""
        place = self._path if self._descriptor is None else self._descriptor
        with os.scandir(place) as listing:
            used = [(item.stat(follow_symlinks=False).st_mtime_ns, item.name) for item in listing]
        return [name for _, name in sorted(used, reverse=True)]

    def is_empty(self) -> bool:
        """True if nothing is in the folder."""
        with os.scandir(self._path if self._descriptor is None else self._descriptor) as listing:
            return next(listing, None) is None

    def _name(self, name: str) -> str:
        return os.path.join(self._path, name) if self._descriptor is None else name


def _open_directory(path: str, inside: int | None = None) -> int | None:
    """Open a folder that belongs to the user and is no link; None on Windows."""
    if sys.platform == "win32":
        if os.path.islink(path):
            raise OSError(errno.ELOOP, "It is a link", path)
        return None
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | _NO_LINKS, dir_fd=inside)
    if os.fstat(descriptor).st_uid != os.geteuid():
        os.close(descriptor)
        raise OSError(errno.EPERM, "It belongs to another user", path)
    return descriptor


def cache_folder(configured: str = CACHE_FOLDER) -> str:
    """Return the folder's path: beside the project's configuration, or as configured."""
    return os.path.join(project_folder(os.getcwd()), configured)


def reason_not_to_use(folder: str) -> str:
    """Return why a folder that exists is not used as a cache; empty if it is, or can be made."""
    if os.path.islink(folder) or leads_out_of_project(folder):
        return "it is a link"
    if not os.path.lexists(folder):
        return ""
    try:
        with _Directory(folder) as directory:
            if directory.is_empty() or _is_marked(directory):
                return ""
    except OSError as problem:
        reason = problem.strerror or "it cannot be opened"
        return reason[:1].lower() + reason[1:]
    return f"it holds other things, and no {_TAG}"


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

    if not os.path.lexists(folder):
        return False
    if reason := reason_not_to_use(folder):
        raise OSError(errno.EPERM, f"{reason[:1].upper()}{reason[1:]}", folder)
    found = False
    for part in _PARTS:
        path = os.path.join(folder, part)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
            found = True
    with _Directory(folder) as directory:
        if _is_marked(directory):
            for name in (".gitignore", _TAG):
                with suppress(FileNotFoundError):
                    directory.remove(name)
            found = True
    with suppress(OSError):  # it holds other things, too
        os.rmdir(folder)
    return found


def _make(folder: str, part: str) -> None:
    """Make a part of the folder; raise OSError if the folder is not to be used."""
    if reason := reason_not_to_use(folder):
        raise OSError(errno.EPERM, reason, folder)
    os.makedirs(folder, exist_ok=True)
    with _Directory(folder) as directory:
        if directory.is_empty():
            for name, text in ((_TAG, _TAG_TEXT), (".gitignore", "*\n")):
                with suppress(FileExistsError), directory.create(name) as file:
                    file.write(text.encode())
    with suppress(FileExistsError):
        os.mkdir(os.path.join(folder, part))


def _is_marked(directory: _Directory) -> bool:
    try:
        with directory.open(_TAG) as file:
            return file.readline(100).startswith(_SIGNATURE.encode())
    except OSError:
        return False
