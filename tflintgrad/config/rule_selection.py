"""From settings to what is reported in a file, and how severe it is."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from tflintgrad.config.file_patterns import FilePatterns
from tflintgrad.config.settings import Choice, Settings
from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tflintgrad.diagnostics import Finding, Severity


class RuleSelection:
    """The settings, resolved: is this code reported?"""

    def __init__(self, settings: Settings) -> None:
        self.tensorflow_version = settings.tensorflow_version
        self.unused_noqa = settings.unused_noqa
        self.time_limit = settings.time_limit
        if settings.tensorflow_version:
            from tflintgrad.knowledge.op_table import check_version

            check_version(settings.tensorflow_version)
        own = Choice(settings.select, settings.ignore, settings.extend_select)
        self._choices = [
            _Chosen(choice) for choice in (*settings.earlier, own) if choice != _NO_CHOICE
        ]
        root = settings.root or os.curdir
        self._per_file = [
            _PerFile(pattern, codes, root) for pattern, codes in settings.per_file_ignores.items()
        ]
        self._severity = _by_code(settings.severity) if settings.severity else {}

    def __contains__(self, code: str) -> bool:
        reported = code == SYNTAX_ERROR or rulebook().is_default(code)
        for choice in self._choices:
            reported = choice.decides(code, reported)
        return reported

    def reported(self, findings: Iterable[Finding], filename: str) -> list[Finding]:
        """Those findings in a file that are reported, as severe as the settings have them."""
        kept = [finding for finding in findings if finding.code in self]
        if kept and self._per_file:
            path = os.path.abspath(filename)
            ignored = {code for item in self._per_file for code in item.ignored(path)}
            kept = [finding for finding in kept if finding.code not in ignored]
        if self._severity:
            kept = [self._as_severe(finding) for finding in kept]
        return kept

    def _as_severe(self, finding: Finding) -> Finding:
        severity = self._severity.get(finding.code)
        return finding if severity is None else replace(finding, severity=severity)


#: Leaves the rules that are on by default.
_NO_CHOICE = Choice()


class _Chosen:
    def __init__(self, choice: Choice) -> None:
        # Asking for the folder's listing is not free, and most runs name no rule.
        book = rulebook()
        self._select = book.expand(choice.select) if choice.select else None
        self._extend = book.expand(choice.extend_select)
        self._ignore = book.expand(choice.ignore)

    def decides(self, code: str, before: bool) -> bool:
        """Whether a rule is reported, given whether it was before anybody chose."""
        ignored = self._ignore.get(code, -1)
        if code == SYNTAX_ERROR:
            # A file that could not be read is worth knowing whatever was selected; only naming
            # this very rule silences it.
            return before and ignored < len(SYNTAX_ERROR)
        wanted = self._extend.get(code, -1)
        if self._select is not None:
            before = False
            wanted = max(wanted, self._select.get(code, -1))
        return wanted > ignored if max(wanted, ignored) >= 0 else before


class _PerFile:
    """Codes that do not count in some files."""

    def __init__(self, pattern: str, codes: tuple[str, ...], root: str) -> None:
        self._others = pattern.startswith("!")
        self._patterns = FilePatterns([pattern.removeprefix("!")], root)
        meant = rulebook().expand(codes)
        if meant.get(SYNTAX_ERROR, -1) < len(SYNTAX_ERROR):
            meant.pop(SYNTAX_ERROR, None)
        self._codes = frozenset(meant)

    def ignored(self, path: str) -> frozenset[str]:
        return self._codes if self._patterns.cover(path) is not self._others else frozenset()


def _by_code(severities: Mapping[str, Severity]) -> dict[str, Severity]:
    """The severity of each rule that is named, by the most exact name."""
    found: dict[str, tuple[int, Severity]] = {}
    for selector, severity in severities.items():
        for code, exactness in rulebook().expand([selector]).items():
            if exactness >= found.get(code, (-1, severity))[0]:
                found[code] = (exactness, severity)
    return {code: severity for code, (_, severity) in found.items()}
