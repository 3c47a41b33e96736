"""The settings of a file, each with its origin: what `tflintgrad config` prints."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tflintgrad.config.config_layers import contributing_layers, value_of
from tflintgrad.config.keys import KEYS
from tflintgrad.frontends.cli.settings import ORIGIN

if TYPE_CHECKING:
    from tflintgrad.config.config_layers import ConfigLayer
    from tflintgrad.config.resolver import ConfigurationResolver

#: Longer lists are broken into lines.
_WIDTH = 88


def settings_page(path: str, configured: ConfigurationResolver, output_format: str) -> str:
    """Return the settings of a file or folder as TOML with comments, or as JSON."""
    folder = os.path.abspath(path if os.path.isdir(path) else os.path.dirname(path))
    layers = configured.layers(folder)
    if output_format == "json":
        return json.dumps(_as_object(path, layers), indent=2) + "\n"
    lines = [f"# The settings for {path}, and where each comes from.", ""]
    for key in KEYS:
        value = value_of(key, layers)
        origin = (
            ", ".join(_where(key, layer) for layer in contributing_layers(key, layers)) or "default"
        )
        if KEYS[key].unset and not value:
            lines.append(f"# {key}: {KEYS[key].unset}  # {origin}")
        else:
            lines.append(f"{key} = {_toml(value)}  # {origin}")
    return "\n".join(lines) + "\n"


def _where(key: str, layer: ConfigLayer) -> str:
    line = layer.lines.get(key)
    return _below_cwd(layer.origin) if line is None else f"{_below_cwd(layer.origin)}:{line}"


def _below_cwd(origin: str) -> str:
    """Return the path of a file below the working directory relative to it."""
    if not os.path.isabs(origin):
        return origin
    return origin.removeprefix(os.path.join(os.getcwd(), ""))


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, tuple):
        items = [_toml(item) for item in value]
        line = f"[{', '.join(items)}]"
        return line if len(line) <= _WIDTH else f"[\n{_filled(items)}\n]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return repr(value)


def _filled(items: list[str]) -> str:
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) < _WIDTH:
            lines[-1] += f" {item},"
        else:
            lines.append(f"    {item},")
    return "\n".join(lines)


def _as_object(path: str, layers: list[ConfigLayer]) -> dict[str, Any]:
    settings = {}
    for key in KEYS:
        value = value_of(key, layers)
        origins = [_origin(key, layer) for layer in contributing_layers(key, layers)]
        settings[key] = {
            "value": None if KEYS[key].unset and not value else value,
            "from": origins or [{"origin": "default", "filename": None, "line": None}],
        }
    return {"path": path, "settings": settings}


def _origin(key: str, layer: ConfigLayer) -> dict[str, Any]:
    if layer.origin == ORIGIN:
        return {"origin": ORIGIN, "filename": None, "line": None}
    return {"origin": "file", "filename": layer.origin, "line": layer.lines.get(key)}
