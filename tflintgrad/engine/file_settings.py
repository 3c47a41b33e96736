"""The settings of each file of a run: which files are checked, and what is reported in each."""

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
    """What settings mean: which files are looked at, and what is reported in each."""

    def __init__(self, settings: SettingsByFolder) -> None:
        self._settings = settings
        self.search = Search(settings)
        #: With the settings that each is made from, which are the same for many folders.
        self._made: dict[int, tuple[Settings, RuleSelection]] = {}
        if isinstance(settings, Settings):
            self._selection(settings)  # what is wrong is said before the first file is read

    def of(self, path: str) -> RuleSelection:
        folder = os.path.dirname(os.path.abspath(path))
        return self._selection(self._settings.in_folder(folder))

    def reported(self, findings: Iterable[Finding], filename: str) -> list[Finding]:
        return self.of(filename).reported(findings, filename)

    def _selection(self, settings: Settings) -> RuleSelection:
        made = self._made.get(id(settings))
        if made is None:
            made = self._made[id(settings)] = (settings, RuleSelection(settings))
        return made[1]
