"""Configuration files: find them, parse them as TOML, and locate their keys."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from tflintgrad import limits
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.config.config_layers import ConfigLayer

PYPROJECT = "pyproject.toml"
#: In a folder, the first of these files that has settings counts.
FILES = ("tflintgrad.toml", PYPROJECT)


class Table(NamedTuple):
    """The table of a file that configures tflintgrad."""

    content: dict[str, Any]
    lines: dict[str, int]
    """The line of each key that could be located."""


def layer_in_folder(folder: str) -> ConfigLayer | None:
    """Read the configuration in a folder; None if there is none."""
    for name in FILES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            table = _table(path)
            if table is not None:
                return _layer(path, table, folder)
    return None


def layer_from_file(path: str) -> ConfigLayer:
    """Read the file of `--config`; its patterns start in the working directory."""
    table = _table(path)
    if table is None:
        raise ConfigurationError(f"{path}: no [tool.tflintgrad] table")
    return _layer(path, table, os.getcwd())


def _layer(path: str, table: Table, folder: str) -> ConfigLayer:
    # Most runs find no configuration, so they do not pay for these imports.
    from tflintgrad.config.config_layers import ConfigLayer
    from tflintgrad.config.keys import read_table
    from tflintgrad.config.value_types import InvalidValue

    try:
        return ConfigLayer(path, folder, read_table(table.content), table.lines)
    except InvalidValue as problem:
        line = _line_of(problem.key, table.lines)
        location = path if line is None else f"{path}:{line}"
        raise ConfigurationError(f"{location}: {problem}") from None


def _line_of(key: str, lines: dict[str, int]) -> int | None:
    """Return the line of a key, or of the nearest key around it."""
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return lines.get(key)


def _table(path: str) -> Table | None:
    """Read tflintgrad's table; None for a pyproject.toml without one."""
    try:
        data = read_bytes(path, limits.MAX_CONFIGURATION_BYTES)
    except Unreadable as problem:
        raise ConfigurationError(f"{path}: cannot be read: {problem}") from None
    own_file = os.path.basename(path) != PYPROJECT
    if not own_file and b"tflintgrad" not in data:
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        raise ConfigurationError(f"{path}: not valid TOML: {problem}") from None
    content = parse_toml(text, path)
    prefix: tuple[str, ...] = ()
    if not own_file:
        tools = content.get("tool", {})
        content = tools.get("tflintgrad") if isinstance(tools, dict) else None
        if content is None:
            return None
        if not isinstance(content, dict):
            raise ConfigurationError(f"{path}: tool.tflintgrad must be a table")
        prefix = ("tool", "tflintgrad")
    return Table(content, dict(_lines(text, prefix)))


#: A search starts at the beginning of a name only, so that it takes no longer than the text.
_KEY_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_LONG_KEY = rf"(?<![\w-])(?:{_KEY_PART}){{{limits.MAX_KEY_PARTS}}}"


def parse_toml(text: str, origin: str) -> Any:
    """Parse TOML; raise ConfigurationError with the `origin` of the text."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    if re.search(_LONG_KEY, text):
        raise ConfigurationError(f"{origin}: a key has more than {limits.MAX_KEY_PARTS} parts")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # ValueError also for a number of many digits
        raise ConfigurationError(f"{origin}: not valid TOML: {problem}") from None


_PART = r"""\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')\s*"""
_KEY = rf"{_PART}(?:\.{_PART})*"
_STATEMENT = rf"(?P<key>{_KEY})=|\s*\[\[?(?P<table>{_KEY})\]"


def _lines(text: str, prefix: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the keys below a table with their lines; a statement must start on its own line."""
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
