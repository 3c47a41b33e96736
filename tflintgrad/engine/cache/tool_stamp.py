"""The stamp of this tflintgrad, with its tables, plugins, libcst and Python.

A version number does not change while tflintgrad itself is being developed, and reading all of it
takes too long for every run. So the stamp is compared like the files of a project: by their status
first, and by their content where that differs.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain

from tflintgrad._version import __version__
from tflintgrad.engine.cache.json_guards import parse
from tflintgrad.engine.cache.storage import CacheStore
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.file_stamp import digest_of_file, digest_of_strings

#: Version of the cache's format; bump it on any change of the layout.
_LAYOUT = 3
_SUFFIXES = (".py", ".txt", ".md")


class StampedStore(CacheStore):
    """A store whose files are used only by the tflintgrad that wrote them."""

    def read(self, name: str) -> str | None:
        """Return the text of a file; None if there is none, or not from this tflintgrad."""
        stamp, _, text = (super().read(name) or "").partition("\n")
        try:
            return text if _is_current(parse(stamp)) else None
        except ValueError:
            return None

    def write(self, name: str, pieces: Iterable[str]) -> None:
        """Write a text behind a line with the stamp, if that is possible."""
        stamp = json.dumps([_status(), _content(), _plugins()])
        super().write(name, chain((f"{stamp}\n",), pieces))


def _is_current(stamp: object) -> bool:
    if not isinstance(stamp, list) or len(stamp) != 3 or stamp[2] != _plugins():
        return False
    return bool(stamp[0] == _status() or stamp[1] == _content())


def _plugins() -> str:
    """Return the digest of the plugins: their names, versions and content."""
    return digest_of_strings(word for plugin in rulebook().plugins for word in plugin)


@functools.cache
def _status() -> str:
    stated = ((path, os.stat(path)) for path in _files())
    return _combined(f"{path} {seen.st_mtime_ns} {seen.st_size}" for path, seen in stated)


@functools.cache
def _content() -> str:
    return _combined(f"{os.path.basename(path)} {digest_of_file(path)}" for path in _files())


def _combined(words: Iterator[str]) -> str:
    return digest_of_strings((str(_LAYOUT), __version__, sys.version, *words))


@functools.cache
def _files() -> tuple[str, ...]:
    package = os.path.abspath(__file__)
    for _ in range(3):  # tflintgrad/engine/cache/tool_stamp.py
        package = os.path.dirname(package)
    return (*_below(package), *_below(rulebook().folder), *_libcst())


def _below(folder: str) -> Iterator[str]:
    """Yield the files below a folder that decide what tflintgrad finds."""
    with os.scandir(folder) as listing:
        entries = sorted(listing, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith(_SUFFIXES):
            yield entry.path
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _below(entry.path)


def _libcst() -> Iterator[str]:
    """Yield the file that holds libcst's version, without importing libcst."""
    found = importlib.util.find_spec("libcst")
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        version = os.path.join(folder, "_version.py")
        if os.path.exists(version):
            yield version
