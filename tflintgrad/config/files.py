"""The files of a configuration: found, read as TOML, and their keys looked up."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from tflintgrad.config.settings import ConfigurationError
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.config.layers import Layer

PYPROJECT = "pyproject.toml"
#: The first of a folder that has settings counts.
FILES = ("tflintgrad.toml", PYPROJECT)


class Table(NamedTuple):
    """Our part of a file."""

    content: dict[str, Any]
    lines: dict[str, int]
    """Where keys stand, as far as can be told."""


def layer_in(folder: str) -> Layer | None:
    """What the files of a folder say; None if they say nothing to us."""
    for name in FILES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            table = _table(path)
            if table is not None:
                return _layer(path, table, folder)
    return None


def layer_of(path: str) -> Layer:
    """What one file says that somebody named; its patterns start in the working directory."""
    table = _table(path)
    if table is None:
        raise ConfigurationError(f"{path}: has no [tool.tflintgrad]")
    return _layer(path, table, os.getcwd())


def _layer(path: str, table: Table, folder: str) -> Layer:
    # Most runs find no configuration, and do not pay for knowing what it may say.
    from tflintgrad.config.keys import read_table
    from tflintgrad.config.layers import Layer
    from tflintgrad.config.value_types import Wrong

    try:
        return Layer(path, folder, read_table(table.content), table.lines)
    except Wrong as problem:
        line = _line_of(problem.key, table.lines)
        place = path if line is None else f"{path}:{line}"
        raise ConfigurationError(f"{place}: {problem}") from None


def _line_of(key: str, lines: dict[str, int]) -> int | None:
    """Where a key stands, or the one whose value it is in."""
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return lines.get(key)


def _table(path: str) -> Table | None:
    """Our part of the file; None for a pyproject.toml that does not mention us."""
    try:
        data = read_bytes(path)
    except Unreadable as problem:
        raise ConfigurationError(f"{path}: cannot be read: {problem}") from None
    ours = os.path.basename(path) != PYPROJECT
    if not ours and b"tflintgrad" not in data:
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        raise ConfigurationError(f"{path}: is not TOML: {problem}") from None
    content = parsed(text, path)
    prefix: tuple[str, ...] = ()
    if not ours:
        tools = content.get("tool", {})
        content = tools.get("tflintgrad") if isinstance(tools, dict) else None
        if content is None:
            return None
        if not isinstance(content, dict):
            raise ConfigurationError(f"{path}: tool.tflintgrad must be a table")
        prefix = ("tool", "tflintgrad")
    return Table(content, dict(_lines(text, prefix)))


def parsed(text: str, where: str) -> Any:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # ValueError also for a number of many digits
        raise ConfigurationError(f"{where}: is not TOML: {problem}") from None


_PART = r"""\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')\s*"""
_KEY = rf"{_PART}(?:\.{_PART})*"
_STATEMENT = rf"(?P<key>{_KEY})=|\s*\[\[?(?P<table>{_KEY})\]"


def _lines(text: str, prefix: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """The keys below a table with their lines, read off the layout that everybody uses."""
    table: list[str] = []
    seen: set[str] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        found = re.match(_STATEMENT, line)
        if found is None:
            continue
        if found["table"] is not None:
            key = table = _parts(found["table"])
        else:
            key = table + _parts(found["key"])
        if tuple(key[: len(prefix)]) != prefix:
            continue
        own = key[len(prefix) :]
        for length in range(1, len(own) + 1):
            name = ".".join(own[:length])
            if name not in seen:
                seen.add(name)
                yield name, number


def _parts(key: str) -> list[str]:
    return [part.strip().strip("\"'") for part in re.findall(_PART, key)]
