"""Gradients that are `None`, zero or incomplete: the tape's word against finite differences."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tflintgrad.diagnostics import Effect, Verification
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.finite_differences import NoSlope, Slope, depends_elsewhere, measure, moves
from tflintgrad.verify.judges.trial import Judgement, ended, judge_of
from tflintgrad.verify.protocol import QuerySeen, Timing

#: The judges of this module: what they ask makes no sense of a claim that something is raised.
NAMES = ("slope", "earlier", "step", "source", "dtype", "list")
#: A variable moved when the tape starts; or, for what was computed before, where it got its value.
TIMINGS: tuple[Timing, ...] = ("entry", "made")


@judge_of("slope")
def slope(trial: Judgement) -> Verification:
    return _judge(trial, _Kind())


@judge_of("earlier")
def earlier(trial: Judgement) -> Verification:
    """The part that is stated to be lost was computed before the tape started."""
    return _judge(trial, _Kind(timings=TIMINGS))


@judge_of("step")
def step(trial: Judgement) -> Verification:
    """The true slope is zero or does not exist: the op table says so, and the tape's `None`."""
    return _judge(trial, _Kind(step=True))


@judge_of("source")
def source(trial: Judgement) -> Verification:
    """What is asked for cannot have a gradient: another object, an integer, nothing at all."""
    return _judge(trial, _Kind(source=True))


@judge_of("dtype")
def dtype(trial: Judgement) -> Verification:
    """The source is stated to be no floating-point number."""
    report = trial.subject.natural()
    seen = [query for query in trial.queries(report) if query.raised is None]
    if not seen:
        return trial.not_reached(report)
    for query in seen:
        if any(not source.differentiable for source in query.sources):
            return _judge(trial, _Kind(source=True))
    kinds = ", ".join(sorted({source.dtype for query in seen for source in query.sources}))
    return trial.refuted(f"the source is {kinds}", seen[0])


@judge_of("list")
def listed(trial: Judgement) -> Verification:
    """The list of sources is stated to lack what is trained."""
    return _judge(trial, _Kind(source=True, listed=True))


@dataclass(frozen=True, slots=True)
class _Kind:
    step: bool = False
    source: bool = False
    listed: bool = False
    #: When sources are moved to see whether a number is complete.
    timings: tuple[Timing, ...] = TIMINGS[:1]


def _judge(trial: Judgement, kind: _Kind) -> Verification:
    report = trial.subject.natural()
    asked = trial.queries(report)
    seen = [query for query in asked if query.raised is None]
    if not seen:
        for query in asked:
            if query.raised is not None:
                return trial.confirmed("error", f"the query raises {ended(query.raised)}", query)
        return trial.not_reached(report)
    for query in seen if kind.source else ():
        if not query.sources:
            reason = "the list of sources is empty: nothing is trained"
            return trial.confirmed("none", reason, query)
    effect, query, positions = _worst(trial, seen)
    if effect is not None:
        verdict = _nothing(trial, effect, query, positions, kind)
        if verdict.verdict == "confirmed" or trial.finding.effect != "wrong":
            return verdict
    if kind.listed and query.unasked:
        reason = f"trainable variables that took part and are not in the list: {query.unasked}"
        return trial.confirmed("none", reason, query)
    return _number(trial, query, kind)


def _worst(trial: Judgement, seen: list[QuerySeen]) -> tuple[Effect | None, QuerySeen, list[int]]:
    """The observation that shows most, beginning with what was stated."""
    order: list[Effect] = ["none", "zero"]
    if trial.finding.effect == "zero":
        order = ["zero", "none"]
    elif trial.finding.effect == "wrong":
        order = ["none"]
    for effect in order:
        for query in seen:
            positions = _positions(query, effect)
            if positions:
                return effect, query, positions
    return None, seen[0], []


def _positions(query: QuerySeen, effect: Effect) -> list[int]:
    return [
        position
        for position, gradient in enumerate(query.gradients)
        if (gradient.kind == "none" if effect == "none" else gradient.zero)
    ]


def _nothing(
    trial: Judgement, effect: Effect, query: QuerySeen, positions: list[int], kind: _Kind
) -> Verification:
    """`None` or zeros came out: is something lost by that?"""
    given = "None" if effect == "none" else "zeros"
    seen = f"TensorFlow gives {given} for {trial.names(query, positions)}"
    movable = [p for p in positions if p < len(query.sources) and query.sources[p].differentiable]
    if not movable:
        kinds = ", ".join(sorted({query.sources[p].dtype for p in positions}))
        return trial.confirmed(effect, f"{seen}, whose type is {kinds}", query)
    if kind.step:
        return trial.confirmed(effect, f"{seen}: this operation has no slope to give", query)
    try:
        found = _dependence(trial, query, movable)
    except NoSlope as problem:
        return trial.inconclusive(f"{seen}, but what is lost cannot be measured: {problem}", query)
    found = replace(found, tape=None if effect == "none" else 0.0)
    if found.changes and not found.jumps:
        return trial.confirmed(effect, f"{seen}, though the target changes with it", query, found)
    if found.jumps and effect == "none":
        return trial.confirmed(effect, f"{seen}, though the target depends on it", query)
    if found.jumps:
        return trial.inconclusive(f"{seen}, and nearby the target does not change either", query)
    if kind.source:
        reason = f"{seen}: the target was not computed from it"
        return trial.confirmed(effect, reason, query, found)
    if found.still and _depends_elsewhere(trial, query, movable):
        reason = f"{seen}; a zero hides what is lost, and with other numbers the target changes"
        return trial.confirmed(effect, reason, query, found)
    if found.still:
        reason = f"{seen}, and rightly: the target does not depend on it"
        return trial.refuted(reason, query, found)
    return trial.inconclusive(f"{seen}, and at this point the true slope is zero", query, found)


def _dependence(trial: Judgement, query: QuerySeen, positions: list[int]) -> Slope:
    """How the target changes with the sources, moved at the first time that makes a difference."""
    seed = trial.subject.options.seeds[0]
    for timing in moves(trial.subject, query, trial.tried):
        found = measure(trial.subject, query, positions, timing, seed, trial.tried)
        if not found.still:
            break
    return found


def _depends_elsewhere(trial: Judgement, query: QuerySeen, positions: list[int]) -> bool:
    return any(
        depends_elsewhere(trial.subject, query, positions, timing, trial.tried)
        for timing in moves(trial.subject, query, trial.tried)
    )


def _number(trial: Judgement, query: QuerySeen, kind: _Kind) -> Verification:
    """Numbers came out: are they the true ones?"""
    positions = [
        position
        for position, gradient in enumerate(query.gradients)
        if gradient.kind in ("numbers", "symbolic") and query.sources[position].differentiable
    ]
    if not positions:
        return trial.inconclusive("no number came out that could be compared", query)
    agreeing: Slope | None = None
    for timing in kind.timings:
        for seed in trial.subject.options.seeds:
            try:
                found = measure(trial.subject, query, positions, timing, seed, trial.tried)
            except NoSlope as problem:
                return trial.inconclusive(f"finite differences cannot be taken: {problem}", query)
            if found.tape is None:
                return trial.inconclusive("run eagerly, the tape gives no number", query)
            if found.agrees:
                agreeing = found
            elif found.outside and not found.jumps:
                return _another_number(trial, query, positions, found)
            else:
                reason = "the target jumps, has kinks, or is too coarse here to tell its slope"
                return trial.inconclusive(reason, query, found)
    assert agreeing is not None
    if trial.finding.effect == "wrong":
        # Finite differences have an error of their own, in which a small part can hide.
        reason = "the gradient agrees with finite differences; what is lost is less than they show"
        return trial.inconclusive(reason, query, agreeing)
    return trial.refuted("the gradient agrees with finite differences", query, agreeing)


def _another_number(
    trial: Judgement, query: QuerySeen, positions: list[int], found: Slope
) -> Verification:
    unfit = trial.subject.eager(trial.tried).unfit
    if unfit and not rulebook().get(trial.finding.code).custom_gradient:
        reason = f"the program uses {unfit[0]}, whose gradient need not be the slope of one run"
        return trial.inconclusive(reason, query, found)
    reason = f"the gradient for {trial.names(query, positions)} is not the slope"
    return trial.confirmed("wrong", reason, query, found)
