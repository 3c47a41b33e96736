"""Settings by folder: the nearest pyproject.toml or tflintgrad.toml, then the command line.

Below both is the version of TensorFlow that the project itself requires.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad.config.files import layer_from_file, layer_in_folder
from tflintgrad.config.plugins import use_installed_plugins
from tflintgrad.config.requirements import required_version
from tflintgrad.config.settings import ConfigurationError, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tflintgrad.config.config_layers import ConfigLayer
    from tflintgrad.knowledge.plugins import Plugin


def configured(
    config: str | None = None,
    *,
    isolated: bool = False,
    options: Mapping[str, object] | None = None,
    origin: str = "options",
) -> ConfigurationResolver:
    """Return the settings of each folder, resolved as the command line resolves them.

    `config` is a file to use for all folders instead; with `isolated`, no file is read, and no
    plugin is used. `options` has precedence over files; it has the keys and values of a file, such
    as {"select": ["TFG2"]}. `origin` names the options in messages. Raise ConfigurationError if
    `config`, `options` or an installed plugin is invalid.
    """
    if config is not None and isolated:
        raise ConfigurationError(f"{config}: cannot be used together with isolated")
    plugins = () if isolated else use_installed_plugins()  # options and files may name their rules
    options_layer = _options(options, origin) if options else None
    fixed = layer_from_file(config) if config is not None else None
    search = config is None and not isolated
    return ConfigurationResolver(options_layer, fixed, search=search, plugins=plugins)


class ConfigurationResolver:
    """Settings that depend on the folder: those of the nearest configuration file."""

    def __init__(
        self,
        options: ConfigLayer | None,
        fixed: ConfigLayer | None,
        *,
        search: bool,
        plugins: tuple[Plugin, ...] = (),
    ) -> None:
        self._options = options
        self._fixed = fixed
        self._search = search
        self._plugins = plugins
        self._nearest: dict[str, ConfigLayer | None] = {}
        #: The layers of the required TensorFlow.
        self._required: dict[str, ConfigLayer | None] = {}
        #: One for each pair of files: the one that requires a version, and the configuration.
        self._settings: dict[tuple[str, str], Settings] = {}

    def in_folder(self, folder: str) -> Settings:
        """Return the settings of the files in a folder, given by its absolute path."""
        required, layer = self._files(folder)
        key = (required.origin if required else "", layer.origin if layer else "")
        found = self._settings.get(key)
        if found is None:
            found = self._settings[key] = self._merge(required, layer)
        return found

    def layers(self, folder: str) -> list[ConfigLayer]:
        """Return the configuration layers of a folder, in ascending precedence."""
        return [layer for layer in (*self._files(folder), self._options) if layer is not None]

    def _files(self, folder: str) -> tuple[ConfigLayer | None, ConfigLayer | None]:
        """Return the layer of the required version, and that of the configuration file."""
        required = _nearest(folder, required_version, self._required)
        if not self._search:
            return required, self._fixed
        return required, _nearest(folder, _found_in, self._nearest)

    def _merge(self, required: ConfigLayer | None, layer: ConfigLayer | None) -> Settings:
        layers = [item for item in (required, layer, self._options) if item is not None]
        root = layer.folder if layer is not None else os.getcwd()
        if not layers:
            return Settings(root=root, plugins=self._plugins)
        from tflintgrad.config.config_layers import merged_settings

        return merged_settings(layers, root, self._plugins)


def _found_in(folder: str) -> ConfigLayer | None:
    """Return the layer of the configuration file in a folder; None if there is none."""
    layer = layer_in_folder(folder)
    if layer is not None:
        from tflintgrad.config.config_layers import expect_paths_inside

        expect_paths_inside(layer)
    return layer


def _nearest(
    folder: str,
    layer_in: Callable[[str], ConfigLayer | None],
    known: dict[str, ConfigLayer | None],
) -> ConfigLayer | None:
    """Return the layer of a folder: its own, or the nearest above."""
    missing: list[str] = []
    here = folder
    while here not in known:
        missing.append(here)
        found = layer_in(here)
        above = os.path.dirname(here)
        if found is not None or above == here:
            break
        here = above
    else:
        found = known[here]
    for item in missing:
        known[item] = found
    return found


def _options(options: Mapping[str, object], origin: str) -> ConfigLayer:
    from tflintgrad.config.config_layers import ConfigLayer
    from tflintgrad.config.keys import read_table
    from tflintgrad.config.value_types import InvalidValue

    try:
        return ConfigLayer(origin, os.getcwd(), read_table(options), {})
    except InvalidValue as problem:
        raise ConfigurationError(f"{origin}: {problem}") from None
