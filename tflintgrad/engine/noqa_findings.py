"""What is wrong with the suppressions in a program, as findings with their fixes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Finding, Fix, Location, Span
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION
from tflintgrad.source.noqa import unknown_rule_message
from tflintgrad.source.suppressions import Suppressions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tflintgrad.source.logical_lines import Comment
    from tflintgrad.source.noqa import RuleRef, SuppressionComment
    from tflintgrad.source.notebook import Notebook
    from tflintgrad.source.suppressions import Suppression

#: What only a run shows, or what cannot be silenced: nobody knows whether it is needed.
_ABOUT_THE_RUN = "TFG0"


def unused_suppressions(
    text: str,
    findings: Iterable[Finding],
    filename: str,
    *,
    notebook: Notebook | None = None,
    certain: Callable[[], bool] = lambda: True,
    plain_noqa: bool = False,
) -> list[Finding]:
    """What is wrong with the suppressions of a program in which `findings` are all that there is.

    `certain` is asked whether that is so before something is called unused; mistakes in the
    comments themselves are reported anyway. `plain_noqa`: also a `# noqa` without codes, which may
    be meant for other tools.
    """
    suppressions = Suppressions(text)
    if any(item.directive.covers(UNUSED_SUPPRESSION) for item in suppressions.for_file):
        return []
    used = _used(suppressions, findings)
    found: list[Finding] = []
    unused: list[Finding] = []
    for item in _may_be_named(suppressions.all):
        place = _Place(item.comment, suppressions.rows.lines, notebook)
        found += _mistakes(item.directive, place, filename)
        if not item.directive.problem:
            unused += _unused(item.directive, used[id(item)], place, filename, plain_noqa)
    if unused and suppressions.rows.complete and certain():
        return found + unused
    return found


class _Place:
    """Where a comment is, as people see it: in a file, or in a cell."""

    def __init__(self, comment: Comment, lines: Sequence[str], notebook: Notebook | None) -> None:
        self.cell: int | None = None
        self.comment = comment
        self.lines = lines
        if notebook is not None:
            self.cell, row, column = notebook.cell_position(comment.row, comment.column)
            self.comment = replace(comment, row=row, column=column)
            self.lines = notebook.lines(self.cell)

    def span(self, part: SuppressionComment | RuleRef) -> Span:
        row, column = self.comment.row, self.comment.column
        return Span(Location(row, column + part.start), Location(row, column + part.end))

    @property
    def is_as_written(self) -> bool:
        """Not so in a line of a notebook that was translated to Python."""
        line = self.lines[self.comment.row - 1]
        return line[self.comment.column - 1 :].startswith(self.comment.text)


def _used(suppressions: Suppressions, findings: Iterable[Finding]) -> dict[int, set[str]]:
    """The codes that each suppression silences."""
    used: dict[int, set[str]] = {id(item): set() for item in suppressions.all}
    for finding in findings:
        for item in suppressions.suppressing(finding):
            used[id(item)].add(finding.code)
    return used


def _may_be_named(suppressions: list[Suppression]) -> list[Suppression]:
    """Those whose comment does not forbid it by naming the rule that would."""
    forbidding = {
        id(item.comment)
        for item in suppressions
        if item.directive.entries is not None and item.directive.covers(UNUSED_SUPPRESSION)
    }
    return [item for item in suppressions if id(item.comment) not in forbidding]


def _mistakes(directive: SuppressionComment, place: _Place, filename: str) -> Iterator[Finding]:
    if directive.problem:
        message = f"`{directive.text}` silences nothing: {directive.problem}"
        yield _finding(message, directive, place, filename)
    for entry in directive.own_entries:
        if not entry.is_rule:
            message = f"`{directive.text}`: {unknown_rule_message(entry)}"
            yield _finding(message, entry, place, filename)


def _unused(
    directive: SuppressionComment, used: set[str], place: _Place, filename: str, plain_noqa: bool
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
    finding = _finding(f"{what} silence{several} nothing {where}", directive, place, filename)
    if place.is_as_written:
        from tflintgrad.source.noqa_edits import remove_rules

        edit = remove_rules(directive, dropped, place.comment, place.lines)
        finding = replace(finding, fix=Fix("Remove the unused suppression", (edit,)))
    yield finding


def _is_unused(entry: RuleRef, used: set[str]) -> bool:
    judged = entry.is_rule and not (entry.code or "").startswith(_ABOUT_THE_RUN)
    return judged and not any(map(entry.covers, used))


def _finding(
    message: str, part: SuppressionComment | RuleRef, place: _Place, filename: str
) -> Finding:
    return Finding(
        code=UNUSED_SUPPRESSION,
        message=message,
        filename=filename,
        span=place.span(part),
        severity="info",
        effect="error",
        cell=place.cell,
    )
