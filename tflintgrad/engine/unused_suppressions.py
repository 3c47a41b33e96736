"""Unused suppressions in the files of a run.

A comment is unused only if its removal changes no report: every program that imports its file must
have been analysed to its end. The selection of rules does not matter, because findings of rules
that are not selected are known, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.project.prefilter.keywords import may_contain_suppression
from tflintgrad.source.cpython_parser import parses

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.completeness import Completeness
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.program_results import AnalysisResults
    from tflintgrad.engine.workspace import Workspace


class UnusedSuppressions:
    """The requested files with suppressions: `note` each file, then get its `unused` ones."""

    def __init__(self, workspace: Workspace, settings: SettingsByFile) -> None:
        self._workspace = workspace
        self._settings = settings
        self._candidates: set[str] = set()
        self._completeness: Completeness | None = None

    def note(self, path: str, data: bytes) -> None:
        """Remember a file whose bytes may contain a suppression."""
        if may_contain_suppression(data, plain_noqa=self._settings.of(path).unused_noqa):
            self._candidates.add(path)

    def note_cached(self, path: str, noted: bool) -> None:
        """Remember a file if the cache says that it may contain a suppression."""
        if noted:
            self._candidates.add(path)

    def __contains__(self, path: str) -> bool:
        """True if the file may contain a suppression."""
        return path in self._candidates

    def unused(self, path: str, results: AnalysisResults) -> list[Finding]:
        """Return a finding for each unused or mistaken suppression in a file."""
        text = self._workspace.text(path) if path in self else None
        if text is None:
            return []
        from tflintgrad.engine.suppression_findings import unused_suppressions
        from tflintgrad.source.suppressions import has_own_suppression

        plain_noqa = self._settings.of(path).unused_noqa
        if not has_own_suppression(text, plain_noqa=plain_noqa):
            return []
        if path not in results.programs and not parses(text):
            return []
        if self._completeness is None:
            from tflintgrad.engine.completeness import Completeness

            self._completeness = Completeness(self._workspace, results, self._settings.search)
        completeness = self._completeness
        return unused_suppressions(
            text,
            results.findings.get(path, ()),
            self._workspace.display_path(path),
            notebook=self._workspace.notebook(path),
            is_complete=lambda: completeness.covers(path),
            plain_noqa=plain_noqa,
        )
