"""Judges of gradients that are `None`, zero or incomplete: the tape against finite differences."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tflintgrad.diagnostics import Effect, Verification
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.finite_differences import (
    NotMeasurable,
    depends_when_jittered,
    lost_part,
    measure,
    useful_timings,
)
from tflintgrad.verify.judges.judgement import Judgement, describe, judge_of
from tflintgrad.verify.protocol import ObservedQuery, Timing
from tflintgrad.verify.slopes import Slope

#: The judges of this module; they cannot judge a claim that an exception is raised.
NAMES = ("slope", "earlier", "step", "second", "source", "dtype", "list")
#: Move a variable when the tape is entered; or where it got its value, for earlier computations.
TIMINGS: tuple[Timing, ...] = ("entry", "made")


@dataclass(frozen=True, slots=True)
class _Claim:
    """The variations of the claim that a gradient is lost."""

    #: The op has no slope, so that the tape's `None` or zero is the whole effect.
    step: bool = False
    #: Why the tape's answer is the whole effect.
    why: str = "this operation has no gradient"
    #: The source itself cannot have a gradient.
    source: bool = False
    #: The list of sources lacks trainable variables.
    listed: bool = False
    #: When sources are moved to see whether a number is complete.
    timings: tuple[Timing, ...] = TIMINGS[:1]


@judge_of("slope")
def slope(judgement: Judgement) -> Verification:
    """Judge whether the gradient agrees with the slope."""
    return _judge(judgement, _Claim())


@judge_of("earlier")
def earlier(judgement: Judgement) -> Verification:
    """Judge a gradient whose lost part was computed before the tape was entered."""
    return _judge(judgement, _Claim(timings=TIMINGS))


@judge_of("step")
def step(judgement: Judgement) -> Verification:
    """Judge the gradient of an op whose slope is zero or undefined, by the op table."""
    return _judge(judgement, _Claim(step=True))


@judge_of("second")
def second(judgement: Judgement) -> Verification:
    """Judge the derivative of a first derivative that is said to be constant."""
    return _judge(judgement, _Claim(step=True, why="the first derivative is constant"))


@judge_of("source")
def source(judgement: Judgement) -> Verification:
    """Judge a source that cannot have a gradient: another object, an integer, an empty list."""
    return _judge(judgement, _Claim(source=True))


@judge_of("dtype")
def dtype(judgement: Judgement) -> Verification:
    """Judge whether a source has a dtype without gradient."""
    report = judgement.runs.as_is()
    seen = [query for query in judgement.queries(report) if query.raised is None]
    if not seen:
        return judgement.not_reached(report)
    for query in seen:
        if any(not source.differentiable for source in query.sources):
            return _judge(judgement, _Claim(source=True))
    dtypes = ", ".join(sorted({source.dtype for query in seen for source in query.sources}))
    return judgement.refuted(f"the source is {dtypes}", seen[0])


@judge_of("list")
def listed(judgement: Judgement) -> Verification:
    """Judge whether the list of sources lacks trainable variables."""
    return _judge(judgement, _Claim(source=True, listed=True))


def _judge(judgement: Judgement, claim: _Claim) -> Verification:
    report = judgement.runs.as_is()
    queries = judgement.queries(report)
    seen = [query for query in queries if query.raised is None]
    if not seen:
        for query in queries:
            if query.raised is not None:
                reason = f"the query raises {describe(query.raised)}"
                return judgement.confirmed("error", reason, query)
        return judgement.not_reached(report)
    for query in seen if claim.source else ():
        if not query.sources:
            reason = "the list of sources is empty: nothing is trained"
            return judgement.confirmed("none", reason, query)
    effect, query, positions = _worst(judgement, seen)
    if effect is not None:
        verdict = _judge_missing(judgement, effect, query, positions, claim)
        if verdict.verdict == "confirmed" or judgement.finding.effect != "wrong":
            return verdict
    if claim.listed and query.missing_variables:
        reason = f"trainable variables used but not in the list: {query.missing_variables}"
        return judgement.confirmed("none", reason, query)
    return _judge_numbers(judgement, query, claim)


def _worst(
    judgement: Judgement, seen: list[ObservedQuery]
) -> tuple[Effect | None, ObservedQuery, list[int]]:
    """Return the most telling effect, its query and the sources' positions.

    The effect that the finding states comes first.
    """
    order: list[Effect] = ["none", "zero"]
    if judgement.finding.effect == "zero":
        order = ["zero", "none"]
    elif judgement.finding.effect == "wrong":
        order = ["none"]
    for effect in order:
        for query in seen:
            positions = _positions(query, effect)
            if positions:
                return effect, query, positions
    return None, seen[0], []


def _positions(query: ObservedQuery, effect: Effect) -> list[int]:
    return [
        position
        for position, gradient in enumerate(query.gradients)
        if (gradient.kind == "none" if effect == "none" else gradient.zero)
    ]


def _judge_missing(
    judgement: Judgement, effect: Effect, query: ObservedQuery, positions: list[int], claim: _Claim
) -> Verification:
    """Judge whether `None` or zeros hide a dependence of the target on the sources."""
    result = "None" if effect == "none" else "zeros"
    seen = f"TensorFlow gives {result} for {judgement.names(query, positions)}"
    movable = [p for p in positions if p < len(query.sources) and query.sources[p].differentiable]
    if not movable:
        dtypes = ", ".join(sorted({query.sources[p].dtype for p in positions}))
        return judgement.confirmed(effect, f"{seen}, whose type is {dtypes}", query)
    if claim.step:
        return judgement.confirmed(effect, f"{seen}: {claim.why}", query)
    try:
        found = _dependence(judgement, query, movable)
    except NotMeasurable as problem:
        reason = f"{seen}, but the loss cannot be measured: {problem}"
        return judgement.inconclusive(reason, query)
    found = replace(found, tape=None if effect == "none" else 0.0)
    them = "it" if len(positions) == 1 else "them"
    if found.changes and not found.jumps:
        reason = f"{seen}, though the target changes with {them}"
        return judgement.confirmed(effect, reason, query, found)
    if found.jumps and effect == "none":
        reason = f"{seen}, though the target depends on {them}"
        return judgement.confirmed(effect, reason, query)
    if found.jumps:
        reason = f"{seen}, and the target does not change nearby either"
        return judgement.inconclusive(reason, query)
    if claim.source:
        reason = f"{seen}: the target was not computed from {them}"
        return judgement.confirmed(effect, reason, query, found)
    if found.unchanged and _depends_when_jittered(judgement, query, movable):
        reason = f"{seen}; a zero hides the loss, and with other numbers the target changes"
        return judgement.confirmed(effect, reason, query, found)
    if found.unchanged:
        reason = f"{seen}, and rightly: the target does not depend on {them}"
        return judgement.refuted(reason, query, found)
    return judgement.inconclusive(f"{seen}, and at this point the true slope is zero", query, found)


def _dependence(judgement: Judgement, query: ObservedQuery, positions: list[int]) -> Slope:
    """Measure how the target changes, at the first timing that makes a difference."""
    runs, judged = judgement.runs, judgement.judged_rows
    for timing in useful_timings(runs, query, judged):
        found = measure(runs, query, positions, timing, runs.options.seeds[0], judged)
        if not found.unchanged:
            break
    return found


def _depends_when_jittered(
    judgement: Judgement, query: ObservedQuery, positions: list[int]
) -> bool:
    runs, judged = judgement.runs, judgement.judged_rows
    return any(
        depends_when_jittered(runs, query, positions, timing, judged)
        for timing in useful_timings(runs, query, judged)
    )


def _judge_numbers(judgement: Judgement, query: ObservedQuery, claim: _Claim) -> Verification:
    """Judge whether the gradient's numbers agree with finite differences."""
    positions = [
        position
        for position, gradient in enumerate(query.gradients)
        if gradient.kind in ("numbers", "symbolic") and query.sources[position].differentiable
    ]
    if not positions:
        return judgement.inconclusive("the query gave no number to compare", query)
    runs = judgement.runs
    agreeing: Slope | None = None
    for timing in claim.timings:
        for seed in runs.options.seeds:
            try:
                found = measure(runs, query, positions, timing, seed, judgement.judged_rows)
            except NotMeasurable as problem:
                reason = f"finite differences cannot be taken: {problem}"
                return judgement.inconclusive(reason, query)
            if found.tape is None:
                return judgement.inconclusive("run eagerly, the tape gives no number", query)
            if found.agrees:
                agreeing = found
            elif found.contradicts_tape and not found.jumps:
                return _wrong_number(judgement, query, positions, claim, found)
            else:
                reason = "the target jumps, has kinks, or is too coarse here to tell its slope"
                inconclusive = judgement.inconclusive(reason, query, found)
                return _judge_lost_part(judgement, query, positions, claim, inconclusive)
    assert agreeing is not None
    if judgement.finding.effect == "wrong":
        # Finite differences have an error of their own, in which a small part can hide.
        reason = "the gradient agrees with finite differences; a smaller loss would not show"
        inconclusive = judgement.inconclusive(reason, query, agreeing)
        return _judge_lost_part(judgement, query, positions, claim, inconclusive)
    return judgement.refuted("the gradient agrees with finite differences", query, agreeing)


def _judge_lost_part(
    judgement: Judgement,
    query: ObservedQuery,
    positions: list[int],
    claim: _Claim,
    otherwise: Verification,
) -> Verification:
    """Judge a claim that a part is lost by that part alone, where the whole slope cannot tell."""
    if judgement.finding.effect != "wrong":
        return otherwise
    runs = judgement.runs
    try:
        found = [
            lost_part(runs, query, positions, timing, runs.options.seeds[0], judgement.judged_rows)
            for timing in claim.timings
        ]
    except NotMeasurable:
        return otherwise
    parts = [part for part in found if part is not None]
    if not parts:
        return otherwise
    lost = next((part for part in parts if part.differs), None)
    if lost is None:
        reason = "the target is the same if the numbers that leave TensorFlow do not follow"
        return judgement.refuted(f"{reason} {judgement.names(query, positions)}", query)
    rate = f"{lost.rate:.2g}"
    reason = f"the gradient lacks the part through numbers that leave TensorFlow (about {rate})"
    return judgement.confirmed("wrong", reason, query)


def _wrong_number(
    judgement: Judgement,
    query: ObservedQuery,
    positions: list[int],
    claim: _Claim,
    found: Slope,
) -> Verification:
    unsuitable = judgement.runs.eagerly(judgement.judged_rows).unsuitable
    if unsuitable and not rulebook().get(judgement.finding.code).custom_gradient:
        reason = f"the program uses {unsuitable[0]}, whose gradient need not be the slope"
        inconclusive = judgement.inconclusive(reason, query, found)
        return _judge_lost_part(judgement, query, positions, claim, inconclusive)
    reason = f"the gradient for {judgement.names(query, positions)} is not the slope"
    return judgement.confirmed("wrong", reason, query, found)
