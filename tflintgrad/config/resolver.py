"""A project's settings: `[tool.tflintgrad]` in the pyproject.toml nearest to a file, or
tflintgrad.toml; and what the command line says on top.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad.config.files import layer_in, layer_of
from tflintgrad.config.settings import ConfigurationError, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tflintgrad.config.layers import Layer


def configured(
    config: str | None = None,
    *,
    isolated: bool = False,
    options: Mapping[str, object] | None = None,
    origin: str = "options",
) -> Configured:
    """The settings of each file's project, as the command line finds them.

    `config` is a file to use for all files instead; with `isolated`, none is read. `options` wins
    over files: keys and values as they would be in one, such as {"select": ["TFG2"]}; `origin` is
    what messages call it. Raises ConfigurationError.
    """
    if config is not None and isolated:
        raise ConfigurationError(f"{config}: no file is read in isolation")
    given = _options(options, origin) if options else None
    fixed = layer_of(config) if config is not None else None
    return Configured(given, fixed, search=config is None and not isolated)


class Configured:
    """Settings that depend on where a file lies: those of the nearest file that has any."""

    def __init__(self, options: Layer | None, fixed: Layer | None, *, search: bool) -> None:
        self._options = options
        self._fixed = fixed
        self._search = search
        self._nearest: dict[str, Layer | None] = {}
        #: One for each file, by its path.
        self._settings: dict[str, Settings] = {}

    def in_folder(self, folder: str) -> Settings:
        layer = self._layer(folder)
        key = layer.origin if layer is not None else ""
        found = self._settings.get(key)
        if found is None:
            found = self._settings[key] = self._made(layer)
        return found

    def layers(self, folder: str) -> list[Layer]:
        """Who has a say about the files in a folder; the last word comes last."""
        return [layer for layer in (self._layer(folder), self._options) if layer is not None]

    def _made(self, layer: Layer | None) -> Settings:
        layers = [item for item in (layer, self._options) if item is not None]
        root = layer.folder if layer is not None else os.getcwd()
        if not layers:
            return Settings(root=root)
        from tflintgrad.config.layers import settings_of

        return settings_of(layers, root)

    def _layer(self, folder: str) -> Layer | None:
        if not self._search:
            return self._fixed
        missing: list[str] = []
        here = folder
        while here not in self._nearest:
            missing.append(here)
            found = layer_in(here)
            above = os.path.dirname(here)
            if found is not None or above == here:
                break
            here = above
        else:
            found = self._nearest[here]
        for item in missing:
            self._nearest[item] = found
        return found


def _options(options: Mapping[str, object], origin: str) -> Layer:
    from tflintgrad.config.keys import read_table
    from tflintgrad.config.layers import Layer
    from tflintgrad.config.value_types import Wrong

    try:
        return Layer(origin, os.getcwd(), read_table(options), {})
    except Wrong as problem:
        raise ConfigurationError(f"{origin}: {problem}") from None
