"""The judge of exceptions: the stated type must be raised on the stated lines."""

from __future__ import annotations

import ast
import re

from tflintgrad.diagnostics import Verification
from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook
from tflintgrad.verify.judges.judgement import JUDGES, Judgement, describe, judge_of
from tflintgrad.verify.protocol import ObservedException, ObservedQuery, Report
from tflintgrad.verify.source_patches import parsed


@judge_of("raising")
def raising(judgement: Judgement) -> Verification:
    """Judge whether the stated exception is raised."""
    report = judgement.runs.as_is()
    expected = expected_types(judgement)
    for raised in all_raised(report):
        if _is_expected(judgement, raised, expected):
            reason = f"TensorFlow raises {describe(raised)}"
            if judgement.finding.code == SYNTAX_ERROR:
                reason = f"Python raises {describe(raised)}"
            return judgement.confirmed("error", reason, _query(judgement, report))
    if report.failure:
        return judgement.not_reached(report)
    if report.raised is not None:
        reason = f"the program ended with another exception, {describe(report.raised)}"
        return judgement.inconclusive(reason)
    return _not_raised(judgement, report)


def expected_types(judgement: Judgement) -> set[str]:
    """Return the exception that the finding names and those that the rule's examples raise."""
    if judgement.finding.code == SYNTAX_ERROR:
        return {"SyntaxError", "UnicodeDecodeError", "RecursionError", "MemoryError"}
    stated = {judgement.finding.raises} if judgement.finding.raises is not None else set()
    return stated | rulebook().get(judgement.finding.code).example_exceptions


def all_raised(report: Report) -> list[ObservedException]:
    """Return the exception that ended the program, then those of queries that it caught."""
    caught = [query.raised for query in report.queries if query.raised is not None]
    return [raised for raised in (report.raised, *caught) if raised is not None]


def _is_expected(judgement: Judgement, raised: ObservedException, expected: set[str]) -> bool:
    if expected and expected.isdisjoint(raised.bases):
        return False
    ranges = [judgement.own_rows, *judgement.runs.query_rows(judgement.finding)]
    if any(rows.contains(line) for rows in ranges for line in raised.lines):
        return True
    telltale = rulebook().get(judgement.finding.code).telltale
    return bool(telltale and re.search(telltale, " ".join([raised.message, *raised.trail])))


def _query(judgement: Judgement, report: Report) -> ObservedQuery | None:
    return next(iter(judgement.queries(report)), None)


def _not_raised(judgement: Judgement, report: Report) -> Verification:
    """Judge a run without exception: refuted only if the flagged lines were executed."""
    ranges = (judgement.own_rows, *judgement.runs.query_rows(judgement.finding))
    reached = judgement.runs.tracing(ranges).reached_rows
    missed = [rows for rows in ranges if not any(rows.first <= row <= rows.last for row in reached)]
    if missed:
        return judgement.inconclusive(f"the program runs but never reaches line {missed[0].first}")
    # If nothing is raised, say because functions run eagerly, the gradient may still be lost.
    instead = JUDGES["slope"](judgement)
    if instead.verdict == "confirmed":
        return instead
    if _may_be_caught(judgement):
        return judgement.inconclusive("the program may catch the exception")
    return judgement.refuted("the lines ran and nothing was raised", _query(judgement, report))


def _may_be_caught(judgement: Judgement) -> bool:
    """True if the program has a handler for such an exception."""
    names = {*expected_types(judgement), "Exception", "BaseException"}
    for node in ast.walk(parsed(judgement.runs.program_text())):
        if isinstance(node, ast.ExceptHandler):
            caught = [] if node.type is None else ast.walk(node.type)
            written = {item.id for item in caught if isinstance(item, ast.Name)}
            if node.type is None or not names.isdisjoint(written):
                return True
    return False
