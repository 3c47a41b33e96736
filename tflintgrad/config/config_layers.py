"""Configuration layers (a file, then the command line) and the settings they merge into."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tflintgrad.config.file_patterns import anchored
from tflintgrad.config.keys import KEYS, default_of
from tflintgrad.config.settings import ConfigurationError, RuleChoice, Settings, Verify
from tflintgrad.import_path import is_inside

if TYPE_CHECKING:
    from tflintgrad.knowledge.plugins import Plugin

#: Keys that choose rules: each layer's choice applies on top of the earlier ones.
_CHOICE = ("select", "ignore", "extend-select")
#: Keys whose lists are concatenated over all layers.
_ADDED = ("ignore", "extend-select", "extend-exclude")
#: Keys whose tables are merged; a later layer wins.
_MERGED = ("verify.inputs",)
#: Keys that name what tflintgrad writes.
_PATHS = ("baseline", "cache-dir")


class ConfigLayer(NamedTuple):
    """The keys that one file, or the command line, sets."""

    origin: str
    """The path of the file, or a description such as "options"."""
    folder: str
    """The folder that relative paths start from."""
    values: Mapping[str, Any]
    lines: Mapping[str, int]
    """The line of each key that could be located."""


def contributing_layers(key: str, layers: Sequence[ConfigLayer]) -> list[ConfigLayer]:
    """Return the layers that the value of a key comes from, in ascending precedence."""
    if key in _CHOICE:
        # A `select` discards the choices of all earlier layers.
        selecting = [index for index, layer in enumerate(layers) if "select" in layer.values]
        layers = layers[selecting[-1] :] if selecting else layers
    found = [layer for layer in layers if key in layer.values]
    return found if key in _ADDED or key in _MERGED else found[-1:]


def value_of(key: str, layers: Sequence[ConfigLayer]) -> Any:
    """Return the effective value of a key, with paths as they are written."""
    found = contributing_layers(key, layers)
    if not found:
        return default_of(key)
    if key in _ADDED:
        return tuple(item for layer in found for item in layer.values[key])
    if key in _MERGED:
        return {name: item for layer in found for name, item in layer.values[key].items()}
    return found[0].values[key]


def merged_settings(
    layers: Sequence[ConfigLayer], root: str, plugins: tuple[Plugin, ...] = ()
) -> Settings:
    """Return the effective settings of the project at `root`."""
    values = {_field(key): _resolved(key, layers) for key in KEYS if key not in _CHOICE}
    inner = {name: value for name, value in values.items() if "." in name}
    choices = [_choice(layer, layers) for layer in layers]
    last = choices.pop() if choices else RuleChoice()
    return Settings(
        select=last.select,
        ignore=last.ignore,
        extend_select=last.extend_select,
        earlier=tuple(choices),
        root=root,
        plugins=plugins,
        verify=Verify(**{name.partition(".")[2]: value for name, value in inner.items()}),
        **{name: value for name, value in values.items() if name not in inner},
    )


def _choice(layer: ConfigLayer, layers: Sequence[ConfigLayer]) -> RuleChoice:
    chosen = {
        _field(key): layer.values[key]
        for key in _CHOICE
        if layer in contributing_layers(key, layers)
    }
    return RuleChoice(**chosen)


def _resolved(key: str, layers: Sequence[ConfigLayer]) -> Any:
    """Return the effective value of a key, with absolute paths."""
    found = contributing_layers(key, layers)
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
    if key == "rules":
        from tflintgrad.config.rules_folder import read_own_ops  # few projects have one

        row = layer.lines.get(key)
        return read_own_ops(_path(key, layer), f"{layer.origin}:{row}" if row else layer.origin)
    if key in _PATHS:
        return _path(key, layer)
    return value


def expect_paths_inside(layer: ConfigLayer) -> None:
    """Raise ConfigurationError if a file that was found names a path outside its repository.

    A stranger's repository must not choose where tflintgrad writes.
    """
    for key in _PATHS:
        if key in layer.values:
            path, top = os.path.realpath(_path(key, layer)), os.path.realpath(_repository(layer))
            if not is_inside(path, top):
                message = f"{key} leads out of the project; only an option may (`--{key}`)"
                line = layer.lines.get(key)
                place = f"{layer.origin}:{line}" if line else layer.origin
                raise ConfigurationError(f"{place}: {message}")


def _path(key: str, layer: ConfigLayer) -> str:
    return os.path.join(layer.folder, os.path.expanduser(layer.values[key]))


def _repository(layer: ConfigLayer) -> str:
    """Return the repository around a file's folder, or that folder if there is none."""
    here = layer.folder
    while not any(os.path.lexists(os.path.join(here, mark)) for mark in (".git", ".hg")):
        above = os.path.dirname(here)
        if above == here:
            return layer.folder
        here = above
    return here


def _field(key: str) -> str:
    return key.replace("-", "_")
