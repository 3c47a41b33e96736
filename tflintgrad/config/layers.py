"""Who says what: a file, then the command line; and the settings that come of it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tflintgrad.config.file_patterns import anchored
from tflintgrad.config.keys import KEYS, default_of
from tflintgrad.config.settings import Choice, Settings, Verify

#: A choice of rules: what comes later is laid over what comes before.
_CHOICE = ("select", "ignore", "extend-select")
#: What comes later is added to what comes before.
_ADDED = ("ignore", "extend-select", "extend-exclude")
#: A table to which what comes later adds entries, or others of the same name.
_MERGED = ("verify.inputs",)


class Layer(NamedTuple):
    """What one file, or the command line, says; only the keys that it names."""

    origin: str
    """The path of the file, or words."""
    folder: str
    """Where its paths start."""
    values: Mapping[str, Any]
    lines: Mapping[str, int]
    """Where keys stand, as far as can be told."""


def contributions(key: str, layers: Sequence[Layer]) -> list[Layer]:
    """The layers that a value comes from, in the order in which they count."""
    if key in _CHOICE:
        # To select anew is to forget what was chosen before.
        anew = [place for place, layer in enumerate(layers) if "select" in layer.values]
        layers = layers[anew[-1] :] if anew else layers
    found = [layer for layer in layers if key in layer.values]
    return found if key in _ADDED or key in _MERGED else found[-1:]


def value_of(key: str, layers: Sequence[Layer]) -> Any:
    """The value in force, as it was written."""
    found = contributions(key, layers)
    if not found:
        return default_of(key)
    if key in _ADDED:
        return tuple(item for layer in found for item in layer.values[key])
    if key in _MERGED:
        return {name: item for layer in found for name, item in layer.values[key].items()}
    return found[0].values[key]


def settings_of(layers: Sequence[Layer], root: str) -> Settings:
    """The settings in force in the project at `root`."""
    values = {_field(key): _resolved(key, layers) for key in KEYS if key not in _CHOICE}
    inner = {name: value for name, value in values.items() if "." in name}
    choices = [_choice(layer, layers) for layer in layers]
    last = choices.pop() if choices else Choice()
    return Settings(
        select=last.select,
        ignore=last.ignore,
        extend_select=last.extend_select,
        earlier=tuple(choices),
        root=root,
        verify=Verify(**{name.partition(".")[2]: value for name, value in inner.items()}),
        **{name: value for name, value in values.items() if name not in inner},
    )


def _choice(layer: Layer, layers: Sequence[Layer]) -> Choice:
    chosen = {
        _field(key): layer.values[key] for key in _CHOICE if layer in contributions(key, layers)
    }
    return Choice(**chosen)


def _resolved(key: str, layers: Sequence[Layer]) -> Any:
    """The value in force, with paths that mean the same from everywhere."""
    found = contributions(key, layers)
    if not found:
        return default_of(key)
    if key in ("exclude", "extend-exclude"):
        return tuple(anchored(item, layer.folder) for layer in found for item in layer.values[key])
    if key in _MERGED:
        return value_of(key, layers)
    (layer,) = found
    value = layer.values[key]
    if key == "per-file-ignores":
        return {anchored(pattern, layer.folder): codes for pattern, codes in value.items()}
    if key in ("baseline", "cache-dir"):
        return os.path.join(layer.folder, os.path.expanduser(value))
    return value


def _field(key: str) -> str:
    return key.replace("-", "_")
