"""Suppressions that silence nothing, in the files of a run.

A comment is called unused only if taking it out changes nothing of what is reported: every program
that can get to its file must have been analysed, and to its end. Whether a rule is selected does
not matter, because what it would report is known all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.project.prefilter.keywords import may_contain_suppression
from tflintgrad.source.decoding import parses

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.completeness import Completeness
    from tflintgrad.engine.entry_points import AnalysisResults
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.workspace import Workspace


class UnusedSuppressions:
    """Those of the files that were asked for: `note` each, and ask when the answers are there."""

    def __init__(self, workspace: Workspace, chosen: SettingsByFile) -> None:
        self._workspace = workspace
        self._chosen = chosen
        self._noted: set[str] = set()
        self._certainty: Completeness | None = None

    def note(self, path: str, data: bytes) -> None:
        if may_contain_suppression(data, plain_noqa=self._chosen.of(path).unused_noqa):
            self._noted.add(path)

    def note_unread(self, path: str, noted: bool) -> None:
        """The same for a file of which that is known."""
        if noted:
            self._noted.add(path)

    def __contains__(self, path: str) -> bool:
        """Whether the file has comments that are worth a look."""
        return path in self._noted

    def unused(self, path: str, answers: AnalysisResults) -> list[Finding]:
        text = self._workspace.text(path) if path in self else None
        if text is None:
            return []
        from tflintgrad.engine.noqa_findings import unused_suppressions
        from tflintgrad.source.suppressions import has_own_suppression

        plain_noqa = self._chosen.of(path).unused_noqa
        if not has_own_suppression(text, plain_noqa=plain_noqa):
            return []
        if path not in answers.programs and not parses(text):
            return []
        if self._certainty is None:
            from tflintgrad.engine.completeness import Completeness

            self._certainty = Completeness(self._workspace, answers, self._chosen.search)
        certainty = self._certainty
        return unused_suppressions(
            text,
            answers.findings.get(path, ()),
            self._workspace.shown(path),
            notebook=self._workspace.notebook(path),
            certain=lambda: certainty.about(path),
            plain_noqa=plain_noqa,
        )
