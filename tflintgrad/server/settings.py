"""Which rules are reported: what the editor says wins over the project's configuration."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tflintgrad.api import Selection, Settings
from tflintgrad.configuration import NOTHING, Configuration, ConfigurationError, nearest
from tflintgrad.rulebook import RulebookError

SECTION = "tflintgrad"

_LISTS = {"select": "select", "ignore": "ignore", "extendSelect": "extend_select"}
_VERSION = "tensorflowVersion"
KEYS = (*_LISTS, _VERSION)


@dataclass(frozen=True, slots=True)
class Told:
    """Settings, and what was wrong with those that are left out."""

    settings: Settings
    complaints: tuple[str, ...]


def from_editor(sent: Any) -> Told:
    """What a client sends as its options: our part of its settings, or that part alone."""
    if isinstance(sent, dict) and isinstance(sent.get(SECTION), dict):
        sent = sent[SECTION]
    settings = Settings()
    complaints = []
    for key, value in sent.items() if isinstance(sent, dict) else ():
        try:
            changed = replace(settings, **_read(key, value))
            Selection(changed)  # knows which rules and versions there are
            settings = changed
        except (RulebookError, ValueError) as problem:
            complaints.append(f"{SECTION}.{key}: {problem}")
    return Told(settings, tuple(complaints))


def _read(key: str, value: Any) -> dict[str, Any]:
    """One setting; null is none. A key that is nobody's slip may be for the editor itself."""
    if value is None:
        return {}
    if key == _VERSION:
        if not isinstance(value, str):
            raise ValueError('must be a string such as "2.15"')
        return {"tensorflow_version": value}
    if key in _LISTS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ValueError("must be a list of strings")
        return {_LISTS[key]: tuple(value)}
    if near := difflib.get_close_matches(key.replace("-", ""), KEYS, 1, cutoff=0.8):
        raise ValueError(f"is not known; did you mean {near[0]!r}?")
    return {}


def for_file(path: str, editor: Settings) -> Told:
    """What is in force for a file: the project's configuration, below what the editor says."""
    complaints = []
    found = NOTHING
    if os.path.isabs(path):
        try:
            found = nearest(Path(path).parent)
            Selection(_settings(found, Settings()))
        except (ConfigurationError, RulebookError, ValueError) as problem:
            where = f"{found.path}: " if found.path is not None else ""
            complaints.append(f"{where}{problem}")
            found = NOTHING
    return Told(_settings(found, editor), tuple(complaints))


def _settings(project: Configuration, editor: Settings) -> Settings:
    return Settings(
        select=editor.select or project.select or (),
        ignore=editor.ignore or project.ignore or (),
        extend_select=editor.extend_select or project.extend_select or (),
        tensorflow_version=editor.tensorflow_version or project.tensorflow_version or "",
    )
