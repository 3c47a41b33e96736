"""Judges of optimizer steps: which gradient is applied to which variable, and when."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.counterfactual import compare, tolerance
from tflintgrad.verify.judges.exceptions import all_raised
from tflintgrad.verify.judges.judgement import Judgement, describe, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.protocol import (
    AppliedGradients,
    ObservedQuery,
    Perturbation,
    PerturbedSource,
    Report,
    RowRange,
)
from tflintgrad.verify.slopes import Slope
from tflintgrad.verify.source_patches import loop_at


@judge_of("pairs")
def pairs(judgement: Judgement) -> Verification:
    """Judge whether gradients are applied to the variables that they belong to."""
    own = judgement.own_rows
    first, last = loop_at(judgement.text(), own.first)
    update = RowRange(own.filename, first, max(last, own.last))
    for raised in all_raised(judgement.runs.as_is()):
        if any(update.contains(line) for line in raised.lines):
            reason = f"the update fails with {describe(raised)}"
            return judgement.confirmed("error", reason, None)
    report = judgement.runs.eagerly(judgement.judged_rows)
    steps = _own_steps(judgement, report)
    if not steps:
        return judgement.not_reached(report)
    for source, name, variable, query in _pairings(report, steps):
        if source != variable:
            at = [item.identity for item in query.sources].index(source)
            applied = query.gradients[at].values[:1] or [math.nan]
            reason = f"the gradient of `{query.sources[at].name or 'a variable'}` is applied to "
            slope = _own_gradient(report, variable, applied[0])
            return judgement.confirmed("wrong", f"{reason}`{name}`", query, slope)
    return judgement.refuted("each gradient is applied to the variable it belongs to", None)


def _own_steps(judgement: Judgement, report: Report) -> list[AppliedGradients]:
    """Return the optimizer steps on the rows of the finding."""
    own = judgement.own_rows
    return [step for step in report.applications if any(map(own.contains, step.lines))]


def _pairings(
    report: Report, steps: list[AppliedGradients]
) -> list[tuple[int, str, int, ObservedQuery]]:
    """Return for each applied gradient its source, its variable's name and identity, its query.

    Sources and variables are identities. A gradient that was transformed on the way counts as the
    one at the same position of the last query.
    """
    found = []
    single = 0
    for step in steps:
        earlier = [q for q in report.queries if q.preceding < step.preceding_queries and q.sources]
        if not earlier:
            continue
        by_hand = len(step.variables) == 1 and step.gradients == [None]
        for position, variable in enumerate(step.variables):
            known = step.gradients[position]
            query, at = earlier[-1], single if by_hand else position
            if known is not None and 0 <= known[0] < len(report.queries):
                query, at = report.queries[known[0]], known[1]
            if at < len(query.sources):
                found.append((query.sources[at].identity, step.names[position], variable, query))
        single = (single + 1) % len(earlier[-1].sources) if by_hand else 0
    return found


def _own_gradient(report: Report, variable: int, applied: float) -> Slope:
    """Return the applied number beside that of the variable's own gradient."""
    for query in report.queries:
        for source, gradient in zip(query.sources, query.gradients, strict=False):
            if source.identity == variable and gradient.values:
                return Slope(applied, gradient.values[0], tolerance(gradient.values[0]))
    return Slope(applied, None)


@judge_of("stale")
def stale(judgement: Judgement) -> Verification:
    """Judge whether a gradient that is applied again has changed since it was computed."""
    report = judgement.runs.eagerly(judgement.judged_rows)
    steps = _own_steps(judgement, report)
    if len(steps) < 2:
        return judgement.not_reached(report)
    for earlier, later in pairwise(steps):
        if earlier.preceding_queries != later.preceding_queries or earlier.preceding_queries == 0:
            continue
        number = earlier.preceding_queries - 1
        query = next((q for q in report.queries if q.preceding == number), None)
        if query is None:  # one of many in a loop, of which the report holds the first few
            continue
        moved = _moved_sources(query, earlier, later)
        if not moved:
            continue
        fresh = _recomputed(judgement, query, moved)
        if fresh is None:
            continue
        effect, slope = compare(query, fresh)
        if effect is not None:
            reason = "the gradient is different at the point where it is applied again"
            return judgement.confirmed("wrong", reason, query, slope)
    return judgement.refuted("a new gradient would have been the same in every step", None)


def _moved_sources(
    query: ObservedQuery, earlier: AppliedGradients, later: AppliedGradients
) -> list[PerturbedSource]:
    """Return the sources that changed, with their values at the later step."""
    found = []
    for position, source in enumerate(query.sources):
        if source.identity not in earlier.variables or source.identity not in later.variables:
            continue
        before = earlier.values[earlier.variables.index(source.identity)]
        after = later.values[later.variables.index(source.identity)]
        if after and before != after and source.serial >= 0:
            found.append(
                PerturbedSource(
                    source.serial, position, tuple(source.shape), source.dtype, source.scale,
                    source.variable, source.writes, source.made_later, tuple(after),
                )
            )  # fmt: skip
    return found


def _recomputed(
    judgement: Judgement, query: ObservedQuery, moved: list[PerturbedSource]
) -> ObservedQuery | None:
    """Return the query in a run in which the sources have the values of `moved`."""
    seed = judgement.runs.options.seeds[0]
    request = replace(
        judgement.runs.request(),
        eager=True,
        perturbation=Perturbation(tuple(moved), seed, 0.0, "entry", query.tape_entry),
        judged_rows=judgement.judged_rows,
        stop_at=(query.line, query.occurrence),
    )
    return same_query(judgement.runs.run(request), query)
