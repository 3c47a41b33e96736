"""Settings of the server: the editor's options over the project's configuration."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tflintgrad.config.plugins import use_installed_plugins
from tflintgrad.config.resolver import configured
from tflintgrad.config.settings import ConfigurationError, Settings
from tflintgrad.knowledge.rules import rulebook

SECTION = "tflintgrad"

#: The options of an editor, and the key of the configuration that each one sets.
KEYS = {
    "select": "select",
    "ignore": "ignore",
    "extendSelect": "extend-select",
    "perFileIgnores": "per-file-ignores",
    "severity": "severity",
    "exclude": "exclude",
    "extendExclude": "extend-exclude",
    "tensorflowVersion": "tensorflow-version",
}


@dataclass(frozen=True, slots=True)
class EditorOptions:
    """Options of the editor by key of the configuration, and messages about invalid ones."""

    table: Mapping[str, object] = field(default_factory=dict)
    errors: tuple[str, ...] = ()


def from_editor(sent: Any) -> EditorOptions:
    """Read the options that a client sends: all its settings, or the section `tflintgrad`."""
    if isinstance(sent, dict) and isinstance(sent.get(SECTION), dict):
        sent = sent[SECTION]
    table: dict[str, object] = {}
    errors = []
    with suppress(ConfigurationError):  # which a check reports
        use_installed_plugins()  # an option may name their rules
    for key, value in sent.items() if isinstance(sent, dict) else ():
        if value is None:
            continue
        if key in KEYS:
            option = {KEYS[key]: value}
            try:
                configured(isolated=True, options=option, origin=f"{SECTION}.{key}")
                table |= option
            except ConfigurationError as problem:
                errors.append(str(problem))
        # An unknown option may be for the editor itself, unless it looks like a typing error.
        elif similar := difflib.get_close_matches(key.replace("-", ""), KEYS, 1, cutoff=0.8):
            errors.append(f"{SECTION}.{key}: unknown option; did you mean {similar[0]!r}?")
    return EditorOptions(table, tuple(errors))


class EditorSettings:
    """Settings by folder; a configuration that cannot be used is ignored, and noted in `errors`.

    So is everything that the editor does not set, if a plugin is broken.
    """

    def __init__(self, options: Mapping[str, object]) -> None:
        self._errors: dict[str, None] = {}
        self._editor = configured(isolated=True, options=options, origin=SECTION)
        try:
            self._configured = configured(options=options, origin=SECTION)
            if rulebook().plugins:
                from tflintgrad.plugins.loading import load_plugins

                load_plugins(rulebook().plugins)
        except ConfigurationError as problem:
            self._errors[str(problem)] = None
            self._configured = self._editor

    @property
    def errors(self) -> tuple[str, ...]:
        """Messages about configurations that cannot be used."""
        return tuple(self._errors)

    def in_folder(self, folder: str) -> Settings:
        """Return the settings of a folder; without its configuration if that cannot be used."""
        try:
            return self._configured.in_folder(folder)
        except ConfigurationError as problem:
            self._errors[str(problem)] = None
            return self._editor.in_folder(folder)
