"""Suppression comments of a program, and the findings that they suppress.

A comment covers the findings of its row; at the end of a statement of several rows, or of its first
row, it covers the whole statement. Only real comments count, not the same words in a string, so the
file is tokenized, but only if it contains such words at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import SYNTAX_ERROR
from tflintgrad.source.logical_lines import LogicalLines
from tflintgrad.source.suppression_comment import SuppressionComment, read_comment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tflintgrad.diagnostics import Finding, Span
    from tflintgrad.source.logical_lines import Comment

_LIKELY = re.compile(r"#.*(?:noqa|tflintgrad).*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suppression:
    """A directive and the comment that contains it."""

    comment: Comment
    directive: SuppressionComment


class Suppressions:
    """All suppression comments of a program, valid or not."""

    def __init__(self, text: str) -> None:
        self.rows = LogicalLines(text)
        self.all = [
            Suppression(comment, directive)
            for comment in self.rows.comments
            for directive in read_comment(comment.text, alone=comment.alone)
        ]
        self.for_file = [item for item in self.all if item.directive.scope == "file"]
        self._by_row: dict[int, list[Suppression]] = {}
        for item in self.all:
            if item.directive.scope == "line":
                self._by_row.setdefault(item.comment.row, []).append(item)

    def covering(self, span: Span) -> list[Suppression]:
        """Return the suppressions that cover a span, for whichever rules."""
        rows = sorted(self._comment_rows(span))
        return [*self.for_file, *(item for row in rows for item in self._by_row.get(row, ()))]

    def suppressing(self, finding: Finding) -> list[Suppression]:
        """Return the suppressions that suppress a finding."""
        # A file that is not Python cannot be tokenized either, and must not look clean.
        if finding.code == SYNTAX_ERROR:
            return []
        covering = self.covering(finding.span)
        return [item for item in covering if item.directive.covers(finding.code)]

    def _comment_rows(self, span: Span) -> set[int]:
        """Return the rows at whose end a comment about a span can stand."""
        start, end = self.rows.statement_rows(span.start.row)
        rows = {span.start.row, start, end}
        if span.end.row <= end:  # else the span is a whole block, and the statement its header
            rows.add(span.end.row)
        return {self.rows.comment_row(row) for row in rows}


def unsuppressed(findings: Iterable[Finding], text: str) -> list[Finding]:
    """Return the findings that no comment suppresses."""
    findings = list(findings)
    if all(finding.code == SYNTAX_ERROR for finding in findings) or not _LIKELY.search(text):
        return findings
    suppressions = Suppressions(text)
    return [finding for finding in findings if not suppressions.suppressing(finding)]


def has_own_suppression(text: str, *, plain_noqa: bool = False) -> bool:
    """True if text that looks like a comment names tflintgrad or one of its rules.

    With `plain_noqa`, a `# noqa` without codes counts as well.
    """
    for comment in _LIKELY.finditer(text):
        for directive in read_comment(comment[0], alone=True):
            if directive.for_tflintgrad or directive.own_entries or plain_noqa:
                return True
    return False
