"""Compare gradients of two runs; judge an overwritten total by the program with a sum instead."""

from __future__ import annotations

import math
from collections.abc import Callable

from tflintgrad.diagnostics import Effect, Span, Verification
from tflintgrad.verify.judges.judgement import JUDGES, Judgement, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.protocol import ObservedQuery
from tflintgrad.verify.slopes import Slope
from tflintgrad.verify.source_patches import (
    with_positions,
    with_straight_through,
    with_sum,
    without_term,
)

RELATIVE, ABSOLUTE = 1e-3, 1e-6


@judge_of("accumulated")
def accumulated(judgement: Judgement) -> Verification:
    """Judge whether a sum in place of an overwritten total changes the gradient."""
    finding = judgement.finding
    before = judgement.runs.as_is()
    if not before.queries:
        return judgement.not_reached(before)
    after = judgement.run_corrected(
        lambda text: with_sum(text, finding.span.start.row),
        "the assignment cannot be rewritten as a sum",
    )
    if isinstance(after, Verification):
        return after
    queries = judgement.queries(before)
    for query in queries:
        other = same_query(after, query)
        if other is None:
            continue
        effect, slope = compare(query, other)
        if effect is not None:
            reason = "with a sum instead of the overwritten total, the gradient is different"
            return judgement.confirmed(effect, reason, query, slope)
    if not finding.queries and not all_close(before.final_state, after.final_state):
        reason = "with a sum instead of the overwritten total, the variables end elsewhere"
        tape, expected = first_difference(before.final_state, after.final_state)
        slope = Slope(tape, expected, ABSOLUTE)
        return judgement.confirmed("wrong", reason, before.queries[0], slope)
    ended = judgement.only_corrected_raises(before, after)
    if ended is not None:
        return ended
    others = [same_query(after, query) for query in queries]
    if queries and all(
        o and o.target_sums == q.target_sums for o, q in zip(others, queries, strict=True)
    ):
        reason = "a sum instead gives the same target and gradient"
        return judgement.refuted(reason, queries[0])
    return judgement.inconclusive("a sum instead gives the same gradient", before.queries[0])


@judge_of("straight-through")
def straight_through(judgement: Judgement) -> Verification:
    """Judge whether a sum that passes the gradient straight through changes it."""
    reason = "a gradient that passes straight through is another one"
    return _corrected(judgement, with_straight_through, reason)


@judge_of("positions")
def positions(judgement: Judgement) -> Verification:
    """Judge whether a call with arguments by position has another gradient."""
    if judgement.finding.effect == "error":
        return JUDGES["raising"](judgement)
    return _corrected(judgement, with_positions, "by position, the gradient is another one")


@judge_of("term")
def term(judgement: Judgement) -> Verification:
    """Judge whether the gradient is the same without a term of the target."""
    pairs = _observed_in_both(judgement, without_term, "the term cannot be taken out")
    if isinstance(pairs, Verification):
        return pairs
    for query, other in pairs:
        if other is not None and query.target_sums != other.target_sums:
            effect, slope = compare(query, other)
            if effect is not None:
                return judgement.refuted("without the term, the gradient differs", query, slope)
            reason = "without the term, the target is another one and the gradient is the same"
            return judgement.confirmed("wrong", reason, query)
    return judgement.inconclusive("without the term, the target is the same", pairs[0][0])


def _corrected(
    judgement: Judgement, correct: Callable[[str, Span], str | None], reason: str
) -> Verification:
    """Judge by the gradient of the program with a correction where the finding stands."""
    pairs = _observed_in_both(judgement, correct, "the expression cannot be rewritten")
    if isinstance(pairs, Verification):
        return pairs
    for query, other in pairs:
        if other is not None:
            effect, slope = compare(query, other)
            if effect is not None:
                zero = all(g.kind == "numbers" and g.zero for g in query.gradients)
                return judgement.confirmed("zero" if zero else effect, reason, query, slope)
    return judgement.inconclusive("the corrected program gives the same gradient")


def _observed_in_both(
    judgement: Judgement, correct: Callable[[str, Span], str | None], impossible: str
) -> list[tuple[ObservedQuery, ObservedQuery | None]] | Verification:
    """Return each query of the finding, and the same one of the corrected program."""
    before = judgement.runs.as_is()
    queries = judgement.queries(before)
    if not queries:
        return judgement.not_reached(before)
    span = judgement.finding.span
    after = judgement.run_corrected(lambda text: correct(text, span), impossible)
    if isinstance(after, Verification):
        return after
    return [(query, same_query(after, query)) for query in queries]


def compare(query: ObservedQuery, other: ObservedQuery) -> tuple[Effect | None, Slope | None]:
    """Return how the gradients of two runs of one query differ: the effect, and two numbers."""
    for mine, theirs in zip(query.gradients, other.gradients, strict=False):
        if mine.kind == "none" and theirs.kind == "numbers":
            return "none", Slope(None, theirs.values[0] if theirs.values else None, ABSOLUTE)
    for mine, theirs in zip(query.gradients, other.gradients, strict=False):
        if mine.kind == theirs.kind == "numbers":
            if not all_close([*mine.along.values()], [*theirs.along.values()]):
                return "wrong", _difference(mine.values, theirs.values)
            if not all_close(mine.values, theirs.values):
                return "wrong", _difference(mine.values, theirs.values)
    return None, None


def tolerance(expected: float | None) -> float:
    """Return how far a number may be from the expected one."""
    return RELATIVE * abs(expected or 0.0) + ABSOLUTE


def difference(mine: list[float], theirs: list[float]) -> Slope | None:
    """Return the first two numbers that differ in two lists; None if all are close."""
    return None if all_close(mine, theirs) else _difference(mine, theirs)


def _difference(mine: list[float], theirs: list[float]) -> Slope:
    tape, expected = first_difference(mine, theirs)
    return Slope(tape, expected, tolerance(expected))


def first_difference(mine: list[float], theirs: list[float]) -> tuple[float | None, float | None]:
    """Return the first pair of numbers that differ, for display."""
    for one, other in zip(mine, theirs, strict=False):
        if not _close(one, other):
            return one, other
    return None, None


def _close(one: float, other: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def all_close(one: list[float], other: list[float]) -> bool:
    """True if two lists have the same numbers, but for rounding."""
    return len(one) == len(other) and all(map(_close, one, other))
