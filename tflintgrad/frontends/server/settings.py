"""Which rules are reported: what the editor says wins over the project's configuration."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tflintgrad.config.resolver import configured
from tflintgrad.config.settings import ConfigurationError, Settings

SECTION = "tflintgrad"

#: What an editor can set, as its settings spell it, and the key of a configuration that it is.
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
class Options:
    """What the editor says, by key of a configuration; and what was wrong with the rest of it."""

    table: Mapping[str, object] = field(default_factory=dict)
    complaints: tuple[str, ...] = ()


def from_editor(sent: Any) -> Options:
    """What a client sends as its options: our part of its settings, or that part alone."""
    if isinstance(sent, dict) and isinstance(sent.get(SECTION), dict):
        sent = sent[SECTION]
    table: dict[str, object] = {}
    complaints = []
    for key, value in sent.items() if isinstance(sent, dict) else ():
        if value is None:
            continue
        if key in KEYS:
            option = {KEYS[key]: value}
            try:
                configured(isolated=True, options=option, origin=f"{SECTION}.{key}")
                table |= option
            except ConfigurationError as problem:
                complaints.append(str(problem))
        # What is nobody's slip may be for the editor itself.
        elif near := difflib.get_close_matches(key.replace("-", ""), KEYS, 1, cutoff=0.8):
            complaints.append(f"{SECTION}.{key}: is not known; did you mean {near[0]!r}?")
    return Options(table, tuple(complaints))


class InForce:
    """Settings by folder. A configuration that cannot be used is complained about, and left out."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self._configured = configured(options=options, origin=SECTION)
        self._editor = configured(isolated=True, options=options, origin=SECTION)
        self._complaints: dict[str, None] = {}

    @property
    def complaints(self) -> tuple[str, ...]:
        return tuple(self._complaints)

    def in_folder(self, folder: str) -> Settings:
        try:
            return self._configured.in_folder(folder)
        except ConfigurationError as problem:
            self._complaints[str(problem)] = None
            return self._editor.in_folder(folder)
