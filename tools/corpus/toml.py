"""Reading the package's TOML files: tables of strings, each checked before it is used."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class BadFile(Exception):
    """A file, or an argument, that cannot be used; the message is one line that names it."""


def tables(path: Path, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the tables `[[name]]` of a file, each with its name for messages."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadFile(f"{path}: cannot be read: {problem.strerror}") from None
    except ValueError as problem:  # no UTF-8, or no TOML
        raise BadFile(f"{path}: is not TOML: {problem}") from None
    found = content.pop(name, [])
    if content:
        raise BadFile(f"{path}: unknown key {next(iter(content))!r}")
    if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
        raise BadFile(f"{path}: {name!r} must be tables, written as [[{name}]]")
    for number, table in enumerate(found, start=1):
        yield f"{path}: {name} {number}", table


def check_keys(
    where: str, table: dict[str, Any], strings: Collection[str], others: dict[str, type]
) -> None:
    """Raise an error for a missing or unknown key, or a value of a wrong type."""
    kinds = {**dict.fromkeys(strings, str), **others}
    for key, value in table.items():
        if key not in kinds:
            raise BadFile(f"{where}: unknown key {key!r}")
        if type(value) is not kinds[key]:
            raise BadFile(f"{where}: {key!r} must be of type {kinds[key].__name__}")
    for key in strings:
        if not table.get(key, "").strip():
            raise BadFile(f"{where}: {key!r} is missing")
