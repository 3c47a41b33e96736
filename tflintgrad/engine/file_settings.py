"""The settings of each file of a run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad.config.rule_selection import RuleSelection
from tflintgrad.config.settings import Settings
from tflintgrad.project.discovery import Search

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.diagnostics import Finding


class SettingsByFile:
    """The search for files, and the rule selection of each file.

    Raises `RulebookError` or `UnknownVersion` at once if `settings` are the same for all files.
    """

    def __init__(self, settings: SettingsByFolder) -> None:
        self._settings = settings
        self.search = Search(settings)
        #: By `id` of the settings, which many folders share; the settings are kept alive.
        self._selections: dict[int, tuple[Settings, RuleSelection]] = {}
        if isinstance(settings, Settings):
            self._selection(settings)

    def of(self, path: str) -> RuleSelection:
        """Return the rule selection for the file at `path`."""
        folder = os.path.dirname(os.path.abspath(path))
        return self._selection(self._settings.in_folder(folder))

    def reported(self, findings: Iterable[Finding], filename: str) -> list[Finding]:
        """Return the findings of a file that are selected, with their configured severity."""
        return self.of(filename).reported(findings, filename)

    def _selection(self, settings: Settings) -> RuleSelection:
        found = self._selections.get(id(settings))
        if found is None:
            found = self._selections[id(settings)] = (settings, RuleSelection(settings))
        return found[1]
