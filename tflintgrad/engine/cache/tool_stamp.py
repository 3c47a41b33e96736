"""Is this the tflintgrad that remembered something, with the same tables, libcst and Python?

A version number says too little to those who work on tflintgrad itself, and reading all of it takes
too long for every run. So it is done as with the files of a project: by their status first.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
from collections.abc import Iterator

from tflintgrad._version import __version__
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.file_signature import digest_of_file, digest_of_strings

#: The layout of what is written; whoever changes it counts on.
_LAYOUT = 1
_SUFFIXES = (".py", ".txt", ".md")


def stamp() -> list[str]:
    """What to write down beside anything that is remembered."""
    return [_status(), _content()]


def is_same(written: object) -> bool:
    if not isinstance(written, list) or len(written) != 2:
        return False
    return bool(written[0] == _status() or written[1] == _content())


@functools.cache
def _status() -> str:
    stated = ((path, os.stat(path)) for path in _files())
    return _together(f"{path} {seen.st_mtime_ns} {seen.st_size}" for path, seen in stated)


@functools.cache
def _content() -> str:
    return _together(f"{os.path.basename(path)} {digest_of_file(path)}" for path in _files())


def _together(words: Iterator[str]) -> str:
    return digest_of_strings((str(_LAYOUT), __version__, sys.version, *words))


@functools.cache
def _files() -> tuple[str, ...]:
    package = os.path.abspath(__file__)
    for _ in range(3):  # tflintgrad/engine/cache/tool_stamp.py
        package = os.path.dirname(package)
    return (*_below(package), *_below(rulebook().folder), *_libcst())


def _below(folder: str) -> Iterator[str]:
    with os.scandir(folder) as listing:
        entries = sorted(listing, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith(_SUFFIXES):
            yield entry.path
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _below(entry.path)


def _libcst() -> Iterator[str]:
    """The file that tells its version, without importing any of it."""
    found = importlib.util.find_spec("libcst")
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        version = os.path.join(folder, "_version.py")
        if os.path.exists(version):
            yield version
