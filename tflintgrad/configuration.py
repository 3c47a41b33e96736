"""A project's settings: `[tool.tflintgrad]` in the nearest pyproject.toml, or tflintgrad.toml."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_KEYS = {
    "select": list,
    "ignore": list,
    "extend-select": list,
    "output-format": str,
    "tensorflow-version": str,
    "baseline": str,
}
_FILES = ("tflintgrad.toml", "pyproject.toml")


class ConfigurationError(Exception):
    """A file that cannot be used; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file says; None where it says nothing."""

    path: Path | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] | None = None
    output_format: str | None = None
    tensorflow_version: str | None = None
    baseline: str | None = None


NOTHING = Configuration()


def nearest(start: Path) -> Configuration:
    """The settings of the first directory, going up from `start`, that has any."""
    for folder in (start, *start.parents):
        for name in _FILES:
            path = folder / name
            if path.is_file():
                table = _table(path)
                if table is not None:
                    return _configuration(path, table)
    return NOTHING


def _table(path: Path) -> dict[str, Any] | None:
    """Our part of the file; None for a pyproject.toml that does not mention us."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise ConfigurationError(f"{path}: cannot be read: {problem.strerror}") from None
    if path.name == "pyproject.toml" and b"tflintgrad" not in data:
        return None
    # Most runs find no configuration, and do not pay for reading one.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        content: Any = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigurationError(f"{path}: is not TOML: {problem}") from None
    if path.name == "pyproject.toml":
        tools = content.get("tool", {})
        content = tools.get("tflintgrad") if isinstance(tools, dict) else None
        if content is None:
            return None
        if not isinstance(content, dict):
            raise ConfigurationError(f"{path}: tool.tflintgrad must be a table")
    return dict(content)


def _configuration(path: Path, table: dict[str, Any]) -> Configuration:
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            import difflib

            near = difflib.get_close_matches(key, _KEYS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there is {', '.join(_KEYS)}"
            raise ConfigurationError(f"{path}: unknown key {key!r}{hint}")
        values[key.replace("-", "_")] = _checked(path, key, value)
    return Configuration(path, **values)


def _checked(path: Path, key: str, value: Any) -> str | tuple[str, ...]:
    if _KEYS[key] is str and isinstance(value, str):
        return value
    if _KEYS[key] is list and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    wanted = "a string" if _KEYS[key] is str else "a list of strings"
    raise ConfigurationError(f"{path}: {key} must be {wanted}")
