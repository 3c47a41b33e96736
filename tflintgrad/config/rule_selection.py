"""The rules that settings select, per file, and their severities."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from tflintgrad.config.file_patterns import FilePatterns
from tflintgrad.config.settings import RuleChoice, Settings
from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tflintgrad.diagnostics import Finding, Severity


class RuleSelection:
    """The selected rules of some settings: `code in selection` is True if a rule is reported."""

    def __init__(self, settings: Settings) -> None:
        self.tensorflow_version = settings.tensorflow_version
        self.own_ops = settings.rules
        self.unused_noqa = settings.unused_noqa
        self.plugins = settings.plugins
        self.time_limit = settings.time_limit
        if settings.tensorflow_version:
            from tflintgrad.knowledge.op_table import check_version

            check_version(settings.tensorflow_version)
        own = RuleChoice(settings.select, settings.ignore, settings.extend_select)
        self._choices = [
            _ExpandedChoice(choice) for choice in (*settings.earlier, own) if choice != _NO_CHOICE
        ]
        root = settings.root or os.curdir
        self._per_file = [
            _PerFileIgnore(pattern, codes, root)
            for pattern, codes in settings.per_file_ignores.items()
        ]
        self._severity = _by_code(settings.severity) if settings.severity else {}
        self._fixable = settings.fixable, settings.unfixable

    def __contains__(self, code: str) -> bool:
        # The process may know the plugins of settings that are not isolated.
        owner = rulebook().owner_of(code)
        if owner is not None and owner not in self.plugins:
            return False
        reported = code == SYNTAX_ERROR or rulebook().is_default(code)
        for choice in self._choices:
            reported = choice.selects(code, reported)
        return reported

    def reported(self, findings: Iterable[Finding], filename: str) -> list[Finding]:
        """Return the findings of a file that are reported, with their configured severities."""
        selected = [finding for finding in findings if finding.code in self]
        if selected and self._per_file:
            path = os.path.abspath(filename)
            ignored = {code for item in self._per_file for code in item.ignored(path)}
            selected = [finding for finding in selected if finding.code not in ignored]
        if self._severity:
            selected = [self._with_severity(finding) for finding in selected]
        if self._fixable != _ALL_FIXABLE:
            selected = [self._with_fix(finding) for finding in selected]
        return selected

    def _with_severity(self, finding: Finding) -> Finding:
        severity = self._severity.get(finding.code)
        return finding if severity is None else replace(finding, severity=severity)

    def _with_fix(self, finding: Finding) -> Finding:
        """Return a finding without its fix if the rule is not to be fixed."""
        fixable, unfixable = (rulebook().expand(codes) for codes in self._fixable)
        if fixable.get(finding.code, -1) > unfixable.get(finding.code, -1):
            return finding
        return replace(finding, fix=None)


#: `fixable` and `unfixable` of settings that name no rule.
_ALL_FIXABLE = (("ALL",), ())
#: Selects the default rules.
_NO_CHOICE = RuleChoice()


class _ExpandedChoice:
    """A choice of rules with its prefixes and names expanded to codes."""

    def __init__(self, choice: RuleChoice) -> None:
        # The rulebook lists its folder first, which takes time, and most runs name no rule.
        book = rulebook()
        self._select = book.expand(choice.select) if choice.select else None
        self._extend = book.expand(choice.extend_select)
        self._ignore = book.expand(choice.ignore)

    def selects(self, code: str, before: bool) -> bool:
        """True if the rule is reported; `before` tells if earlier choices reported it."""
        ignored = self._ignore.get(code, -1)
        if code == SYNTAX_ERROR:
            # A file that cannot be read is reported with any selection, unless `ignore` names
            # exactly this rule.
            return before and ignored < len(SYNTAX_ERROR)
        selected = self._extend.get(code, -1)
        if self._select is not None:
            before = False
            selected = max(selected, self._select.get(code, -1))
        return selected > ignored if max(selected, ignored) >= 0 else before


class _PerFileIgnore:
    """One entry of `per-file-ignores`: codes that are not reported in files of a pattern."""

    def __init__(self, pattern: str, codes: tuple[str, ...], root: str) -> None:
        self._negated = pattern.startswith("!")
        self._patterns = FilePatterns([pattern.removeprefix("!")], root)
        expanded = rulebook().expand(codes)
        if expanded.get(SYNTAX_ERROR, -1) < len(SYNTAX_ERROR):
            expanded.pop(SYNTAX_ERROR, None)
        self._codes = frozenset(expanded)

    def ignored(self, path: str) -> frozenset[str]:
        """Return the codes to ignore in a file, given by its absolute path."""
        return self._codes if self._patterns.cover(path) is not self._negated else frozenset()


def _by_code(severities: Mapping[str, Severity]) -> dict[str, Severity]:
    """Return the severity of each named rule; the most exact selector wins."""
    found: dict[str, tuple[int, Severity]] = {}
    for selector, severity in severities.items():
        for code, exactness in rulebook().expand([selector]).items():
            if exactness >= found.get(code, (-1, severity))[0]:
                found[code] = (exactness, severity)
    return {code: severity for code, (_, severity) in found.items()}
