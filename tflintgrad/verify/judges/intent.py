"""The program does what it says, and says something else than what is meant.

The judge is the counterfactual: the same program with the correction, both gradients side by side.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

from tflintgrad.diagnostics import Effect, Verification
from tflintgrad.verify.finite_differences import Slope
from tflintgrad.verify.judges.exceptions import all_raised
from tflintgrad.verify.judges.trial import JUDGES, Judgement, ended, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.protocol import Application, Nudge, Nudged, QuerySeen, Report, Window
from tflintgrad.verify.source_patches import loop_at, with_sum

RELATIVE, ABSOLUTE = 1e-3, 1e-6


# --- a total that is overwritten: the same program with a sum


@judge_of("accumulated")
def accumulated(trial: Judgement) -> Verification:
    before = trial.subject.natural()
    if not before.queries:
        return trial.not_reached(before)
    if not trial.subject.holds(trial.finding):
        return trial.inconclusive("only the program itself is corrected, not what it imports")
    text = with_sum(trial.subject.source(), trial.finding.span.start.row)
    if text is None:
        return trial.inconclusive("the assignment cannot be turned into a sum by itself")
    after = trial.subject.corrected(text)
    for query in trial.queries(before):
        other = same_query(after, query)
        if other is None:
            continue
        effect, slope = compared(query, other)
        if effect is not None:
            reason = "with a sum in place of the overwritten total, the gradient is another one"
            return trial.confirmed(effect, reason, query, slope)
    if not trial.finding.queries and not _close_lists(before.state, after.state):
        reason = "with a sum in place of the overwritten total, the variables end elsewhere"
        tape, expected = _first_pair(before.state, after.state)
        return trial.confirmed("wrong", reason, before.queries[0], Slope(tape, expected, ABSOLUTE))
    if after.raised is not None and before.raised is None:
        return trial.inconclusive(f"the corrected program ended with {ended(after.raised)}")
    asked = trial.queries(before)
    same = [other for q in asked if (other := same_query(after, q)) and other.target == q.target]
    if asked and len(same) == len(asked):
        return trial.refuted("a sum in its place gives the same target and gradient", asked[0])
    return trial.inconclusive("a sum in its place gives the same gradient", before.queries[0])


def compared(query: QuerySeen, other: QuerySeen) -> tuple[Effect | None, Slope | None]:
    """How two answers to the same query differ, if they do."""
    for mine, theirs in zip(query.gradients, other.gradients, strict=False):
        if mine.kind == "none" and theirs.kind == "numbers":
            return "none", Slope(None, theirs.values[0] if theirs.values else None, ABSOLUTE)
    for mine, theirs in zip(query.gradients, other.gradients, strict=False):
        if mine.kind == theirs.kind == "numbers":
            if not _close_lists([*mine.along.values()], [*theirs.along.values()]):
                return "wrong", _difference(mine.values, theirs.values)
            if not _close_lists(mine.values, theirs.values):
                return "wrong", _difference(mine.values, theirs.values)
    return None, None


def _difference(mine: list[float], theirs: list[float]) -> Slope:
    tape, expected = _first_pair(mine, theirs)
    return Slope(tape, expected, RELATIVE * abs(expected or 0.0) + ABSOLUTE)


def _first_pair(mine: list[float], theirs: list[float]) -> tuple[float | None, float | None]:
    """The first numbers that differ, to show."""
    for one, other in zip(mine, theirs, strict=False):
        if not _close(one, other):
            return one, other
    return None, None


def _close(one: float, other: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def _close_lists(one: list[float], other: list[float]) -> bool:
    return len(one) == len(other) and all(map(_close, one, other))


# --- several outputs or targets in one number: each asked by itself


@judge_of("outputs")
def outputs(trial: Judgement) -> Verification:
    natural = trial.subject.natural()
    for raised in all_raised(natural):
        if any(trial.own_rows.holds(place) for place in raised.places):
            return trial.confirmed("error", f"the sum is no list: {ended(raised)}", None)
    report = trial.subject.separately()
    seen = [query for query in trial.queries(report) if query.raised is None]
    if not seen:
        return trial.not_reached(report)
    for query in seen:
        if query.merged and query.method == "gradient":
            what = "targets" if query.targets > 1 else "outputs"
            size = abs(query.first_part or 0.0)
            slope = Slope(query.whole, query.first_part, RELATIVE * size + ABSOLUTE)
            reason = f"the gradient adds up several {what}; asked by itself, the first one has"
            return trial.confirmed("wrong", f"{reason} another one", query, slope)
    if all(query.target_size <= 1 for query in seen):
        return trial.refuted("the target is a single number", seen[0])
    return trial.refuted("every output has its own entries in the gradient", seen[0])


# --- a custom gradient that ignores what comes from upstream


@judge_of("upstream")
def upstream(trial: Judgement) -> Verification:
    report = trial.subject.separately()
    seen = [query for query in report.queries if query.raised is None]
    for query in seen:
        if query.doubled is not None and query.twice is not None:
            size = abs(query.twice)
            slope = Slope(query.doubled, query.twice, RELATIVE * size + ABSOLUTE)
            reason = "twice the target does not have twice the gradient"
            return trial.confirmed("wrong", reason, query, slope)
    return JUDGES["slope"](trial)


# --- gradients applied to other variables


@judge_of("pairs")
def pairs(trial: Judgement) -> Verification:
    natural = trial.subject.natural()
    first, last = loop_at(trial.text(), trial.own_rows.first)
    update = Window(trial.own_rows.filename, first, max(last, trial.own_rows.last))
    for raised in all_raised(natural):
        if any(update.holds(place) for place in raised.places):
            return trial.confirmed("error", f"the update fails with {ended(raised)}", None)
    report = trial.subject.eager(trial.tried)
    steps = [step for step in report.applications if _on_trial(trial, step)]
    if not steps:
        return trial.not_reached(report)
    for gradient, own, variable, query in _pairings(report, steps):
        if gradient != variable:
            sources = query.sources
            names = [source.name or "a variable" for source in sources]
            at = [source.identity for source in sources].index(gradient)
            mine = query.gradients[at].values[:1] or [math.nan]
            reason = f"the gradient of `{names[at]}` is applied to `{own}`"
            return trial.confirmed("wrong", reason, query, _its_own(report, variable, mine[0]))
    return trial.refuted("each gradient is applied to the variable it belongs to", None)


def _on_trial(trial: Judgement, step: Application) -> bool:
    return any(trial.own_rows.holds(place) for place in step.places)


def _pairings(report: Report, steps: list[Application]) -> list[tuple[int, str, int, QuerySeen]]:
    """(identity of what the gradient is of, name and identity of what it moves, the query)."""
    found = []
    single = 0
    for step in steps:
        asked = [q for q in report.queries if q.before < step.asked and q.sources]
        if not asked:
            continue
        by_hand = len(step.variables) == 1 and step.gradients == [None]
        for position, variable in enumerate(step.variables):
            known = step.gradients[position]
            query, at = asked[-1], single if by_hand else position
            if known is not None and 0 <= known[0] < len(report.queries):
                query, at = report.queries[known[0]], known[1]
            if at < len(query.sources):
                found.append((query.sources[at].identity, step.names[position], variable, query))
        single = (single + 1) % len(asked[-1].sources) if by_hand else 0
    return found


def _its_own(report: Report, variable: int, applied: float) -> Slope:
    for query in report.queries:
        for source, gradient in zip(query.sources, query.gradients, strict=False):
            if source.identity == variable and gradient.values:
                expected = gradient.values[0]
                return Slope(applied, expected, RELATIVE * abs(expected) + ABSOLUTE)
    return Slope(applied, None)


# --- gradients of a point that was left


@judge_of("stale")
def stale(trial: Judgement) -> Verification:
    """The gradient at the place where it is applied the second time."""
    report = trial.subject.eager(trial.tried)
    steps = [step for step in report.applications if _on_trial(trial, step)]
    if len(steps) < 2:
        return trial.not_reached(report)
    for earlier, later in pairwise(steps):
        if earlier.asked != later.asked or earlier.asked == 0:
            continue
        query = next((q for q in report.queries if q.before == earlier.asked - 1), None)
        if query is None:  # one of many in a loop, of which only the first few are kept
            continue
        moved = _moved_to(query, earlier, later)
        if not moved:
            continue
        fresh = _asked_there(trial, query, moved)
        if fresh is None:
            continue
        effect, slope = compared(query, fresh)
        if effect is not None:
            reason = "at the place where it is applied again, the gradient is another one"
            return trial.confirmed("wrong", reason, query, slope)
    return trial.refuted("a gradient of its own would have been the same in every step", None)


def _moved_to(query: QuerySeen, earlier: Application, later: Application) -> list[Nudged]:
    """The sources with the values they had when the gradient was applied again."""
    found = []
    for position, source in enumerate(query.sources):
        if source.identity not in earlier.variables or source.identity not in later.variables:
            continue
        before = earlier.values[earlier.variables.index(source.identity)]
        after = later.values[later.variables.index(source.identity)]
        if after and before != after and source.serial >= 0:
            found.append(
                Nudged(
                    source.serial, position, tuple(source.shape), source.dtype, source.scale,
                    source.variable, source.writes, source.made_later, tuple(after),
                )
            )  # fmt: skip
    return found


def _asked_there(trial: Judgement, query: QuerySeen, moved: list[Nudged]) -> QuerySeen | None:
    seed = trial.subject.options.seeds[0]
    nudge = Nudge(tuple(moved), seed, 0.0, "entry", query.entry)
    request = replace(
        trial.subject.request(),
        difference=True,
        nudge=nudge,
        tried_rows=trial.tried,
        until=(query.place, query.occurrence),
    )
    return same_query(trial.subject.report(request), query)
