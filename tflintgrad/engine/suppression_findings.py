"""Findings about suppressions: mistakes in the comments, and unused ones with their fixes."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.diagnostics import Finding, Fix, Location, Span
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION
from tflintgrad.source.suppression_comment import unknown_rule_message
from tflintgrad.source.suppressions import Suppressions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tflintgrad.source.logical_lines import Comment
    from tflintgrad.source.notebook import Notebook
    from tflintgrad.source.suppression_comment import RuleRef, SuppressionComment
    from tflintgrad.source.suppressions import Suppression

#: The prefix of rules whose suppressions are never called unused: their findings come from a run of
#: the program, or cannot be suppressed.
_RUN_RULES = "TFG0"


def unused_suppressions(
    text: str,
    findings: Iterable[Finding],
    filename: str,
    *,
    notebook: Notebook | None = None,
    is_complete: Callable[[], bool] = lambda: True,
    plain_noqa: bool = False,
) -> list[Finding]:
    """Return a finding for each mistaken or unused suppression in a file.

    `findings` are those of the file. `is_complete` tells if they are all that there are, and is
    called only if a suppression seems unused; mistakes in comments are reported in any case.
    `plain_noqa`: also report a `# noqa` without codes, which may be meant for other tools.
    """
    suppressions = Suppressions(text)
    if any(item.directive.covers(UNUSED_SUPPRESSION) for item in suppressions.for_file):
        return []
    used = _used(suppressions, findings)
    found: list[Finding] = []
    unused: list[Finding] = []
    for item in _reportable(suppressions.all):
        comment = _LocatedComment(item.comment, suppressions.rows.lines, notebook)
        found += _mistakes(item.directive, comment, filename)
        if not item.directive.problem:
            unused += _unused(item.directive, used[id(item)], comment, filename, plain_noqa)
    if unused and suppressions.rows.complete and is_complete():
        return found + unused
    return found


class _LocatedComment:
    """A comment with its location as the user sees it: in a file, or in a notebook's cell."""

    def __init__(self, comment: Comment, lines: Sequence[str], notebook: Notebook | None) -> None:
        self.cell: int | None = None
        self.comment = comment
        self.lines = lines
        if notebook is not None:
            self.cell, row, column = notebook.cell_position(comment.row, comment.column)
            self.comment = replace(comment, row=row, column=column)
            self.lines = notebook.lines(self.cell)

    def span(self, part: SuppressionComment | RuleRef) -> Span:
        """Return the span of a part of the comment."""
        row, column = self.comment.row, self.comment.column
        return Span(Location(row, column + part.start), Location(row, column + part.end))

    @property
    def is_verbatim(self) -> bool:
        """False if the line of the notebook was translated to Python."""
        line = self.lines[self.comment.row - 1]
        return line[self.comment.column - 1 :].startswith(self.comment.text)


def _used(suppressions: Suppressions, findings: Iterable[Finding]) -> dict[int, set[str]]:
    """Return the codes that each suppression silences, by `id` of the suppression."""
    used: dict[int, set[str]] = {id(item): set() for item in suppressions.all}
    for finding in findings:
        for item in suppressions.suppressing(finding):
            used[id(item)].add(finding.code)
    return used


def _reportable(suppressions: list[Suppression]) -> list[Suppression]:
    """Return the suppressions whose comment does not itself suppress TFG002."""
    exempt = {
        id(item.comment)
        for item in suppressions
        if item.directive.entries is not None and item.directive.covers(UNUSED_SUPPRESSION)
    }
    return [item for item in suppressions if id(item.comment) not in exempt]


def _mistakes(
    directive: SuppressionComment, comment: _LocatedComment, filename: str
) -> Iterator[Finding]:
    if directive.problem:
        message = f"`{directive.text}` silences nothing: {directive.problem}"
        yield _finding(message, directive, comment, filename)
    unknown = (entry for entry in directive.own_entries if not entry.is_rule)
    for entry in islice(unknown, limits.MAX_COMMENT_MISTAKES):
        message = f"`{directive.text}`: {unknown_rule_message(entry)}"
        yield _finding(message, entry, comment, filename)


def _unused(
    directive: SuppressionComment,
    used: set[str],
    comment: _LocatedComment,
    filename: str,
    plain_noqa: bool,
) -> Iterator[Finding]:
    dropped: list[RuleRef] = []
    if directive.entries is None:
        if used or not (directive.for_tflintgrad or plain_noqa):
            return
    else:
        dropped = [entry for entry in directive.own_entries if _is_unused(entry, used)]
        if not dropped:
            return
    where = "in this file" if directive.scope == "file" else "on this line"
    names = ", ".join(f"`{entry.text}`" for entry in dropped)
    partly = dropped and len(dropped) < len(directive.entries or ())
    what = f"{names} in `{directive.text}`" if partly else f"`{directive.text}`"
    several = "s" if len(dropped) < 2 or not partly else ""
    finding = _finding(f"{what} silence{several} nothing {where}", directive, comment, filename)
    if comment.is_verbatim:
        from tflintgrad.source.suppression_edits import remove_rules

        edit = remove_rules(directive, dropped, comment.comment, comment.lines)
        finding = replace(finding, fix=Fix("Remove the unused suppression", (edit,)))
    yield finding


def _is_unused(entry: RuleRef, used: set[str]) -> bool:
    checkable = entry.is_rule and not (entry.code or "").startswith(_RUN_RULES)
    return checkable and not any(map(entry.covers, used))


def _finding(
    message: str, part: SuppressionComment | RuleRef, comment: _LocatedComment, filename: str
) -> Finding:
    return Finding(
        code=UNUSED_SUPPRESSION,
        message=message,
        filename=filename,
        span=comment.span(part),
        severity="info",
        effect="error",
        cell=comment.cell,
    )
