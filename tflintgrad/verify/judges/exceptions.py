"""Exceptions: the stated type, on the stated lines, and not just any crash."""

from __future__ import annotations

import re

from tflintgrad.diagnostics import Verification
from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook
from tflintgrad.verify.judges.trial import JUDGES, Judgement, ended, judge_of
from tflintgrad.verify.protocol import QuerySeen, Raised, Report


@judge_of("raising")
def raising(trial: Judgement) -> Verification:
    report = trial.subject.natural()
    wanted = expected_types(trial)
    for raised in all_raised(report):
        if _is_it(trial, raised, wanted):
            reason = f"TensorFlow raises {ended(raised)}"
            if trial.finding.code == SYNTAX_ERROR:
                reason = f"Python raises {ended(raised)}"
            return trial.confirmed("error", reason, _query(trial, report))
    if report.trouble:
        return trial.not_reached(report)
    if report.raised is not None:
        return trial.inconclusive(f"the program ended otherwise, with {ended(report.raised)}")
    return _without(trial, report)


def expected_types(trial: Judgement) -> set[str]:
    """The exception the finding names, and those that the rule's own examples end with."""
    if trial.finding.code == SYNTAX_ERROR:
        return {"SyntaxError", "UnicodeDecodeError", "RecursionError", "MemoryError"}
    stated = {trial.finding.raises} if trial.finding.raises is not None else set()
    return stated | rulebook().get(trial.finding.code).example_exceptions


def all_raised(report: Report) -> list[Raised]:
    """What ended the program, and what queries raised that the program caught."""
    caught = [query.raised for query in report.queries if query.raised is not None]
    return [raised for raised in (report.raised, *caught) if raised is not None]


def _is_it(trial: Judgement, raised: Raised, wanted: set[str]) -> bool:
    if wanted and wanted.isdisjoint(raised.bases):
        return False
    windows = [trial.own_rows, *trial.subject.windows(trial.finding)]
    if any(window.holds(place) for window in windows for place in raised.places):
        return True
    telltale = rulebook().get(trial.finding.code).telltale
    return bool(telltale and re.search(telltale, " ".join([raised.message, *raised.trail])))


def _query(trial: Judgement, report: Report) -> QuerySeen | None:
    return next(iter(trial.queries(report)), None)


def _without(trial: Judgement, report: Report) -> Verification:
    """Nothing was raised: did the line run at all?"""
    rows = (trial.own_rows, *trial.subject.windows(trial.finding))
    traced = trial.subject.traced_rows(rows)
    missed = [
        window
        for window in rows
        if not any(window.first <= row <= window.last for row in traced.reached)
    ]
    if missed:
        return trial.inconclusive(f"the program runs, and never gets to line {missed[0].first}")
    # Nothing is raised, say, because functions run eagerly: the gradient may be lost all the same.
    instead = JUDGES["slope"](trial)
    if instead.verdict == "confirmed":
        return instead
    return trial.refuted("the lines ran, and nothing was raised", _query(trial, report))
