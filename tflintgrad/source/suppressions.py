"""Comments that silence findings: which of them silences what.

A comment counts for what is found in its row; at the end of a statement of several rows, or of its
first row, for all that is found in the statement. Only real comments count, not the same words in a
string: for that the file is tokenized, but only if it has such words at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import SYNTAX_ERROR
from tflintgrad.source.logical_lines import Rows
from tflintgrad.source.noqa import SuppressionComment, read_comment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tflintgrad.diagnostics import Finding, Span
    from tflintgrad.source.logical_lines import Comment

_LIKELY = re.compile(r"#.*(?:noqa|tflintgrad).*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suppression:
    """An order and the comment it is part of."""

    comment: Comment
    directive: SuppressionComment


class Suppressions:
    """All comments of a program that silence something, or would like to."""

    def __init__(self, text: str) -> None:
        self.rows = Rows(text)
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

    def about(self, span: Span) -> list[Suppression]:
        """Those that count for what is found there, whichever rules they name."""
        rows = sorted(self._places(span))
        return [*self.for_file, *(item for row in rows for item in self._by_row.get(row, ()))]

    def silencing(self, finding: Finding) -> list[Suppression]:
        # A file that is not Python cannot be tokenized either, and must not look clean.
        if finding.code == SYNTAX_ERROR:
            return []
        return [item for item in self.about(finding.span) if item.directive.covers(finding.code)]

    def _places(self, span: Span) -> set[int]:
        """The rows at whose end a comment about a piece of the program can stand."""
        start, end = self.rows.statement(span.start.row)
        meant = {span.start.row, start, end}
        if span.end.row <= end:  # else it is a whole block, of which this is the head
            meant.add(span.end.row)
        return {self.rows.end_of(row) for row in meant}


def unsuppressed(findings: Iterable[Finding], text: str) -> list[Finding]:
    """The findings that no comment silences."""
    findings = list(findings)
    if all(finding.code == SYNTAX_ERROR for finding in findings) or not _LIKELY.search(text):
        return findings
    suppressions = Suppressions(text)
    return [finding for finding in findings if not suppressions.silencing(finding)]


def addresses_us(text: str, *, plain_noqa: bool = False) -> bool:
    """Whether something that looks like a comment names us or a rule of ours."""
    for comment in _LIKELY.finditer(text):
        for directive in read_comment(comment[0], alone=True):
            if directive.ours or directive.addressed or plain_noqa:
                return True
    return False
