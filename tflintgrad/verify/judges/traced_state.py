"""The judge of Python state in a trace: the same program, with every function run eagerly."""

from __future__ import annotations

from dataclasses import replace

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.counterfactual import compare, difference
from tflintgrad.verify.judges.judgement import Judgement, describe, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.protocol import ObservedQuery, Report
from tflintgrad.verify.slopes import Slope


@judge_of("eager")
def eager(judgement: Judgement) -> Verification:
    """Judge whether the gradients of later calls differ when nothing is traced."""
    runs = judgement.runs
    request = replace(runs.request(), max_observations=0)
    traced = runs.run(request)
    queries = judgement.queries(traced) or traced.queries
    if not queries:
        return judgement.not_reached(traced)
    eagerly = runs.run(replace(request, eager=True))
    if eagerly.raised is not None and traced.raised is None:
        return judgement.inconclusive(
            f"run eagerly, the program ends with {describe(eagerly.raised)}"
        )
    for query in queries:
        other = same_query(eagerly, query)
        if other is None:
            continue
        effect, slope = compare(query, other)
        if effect is not None:
            reason = "run eagerly, the same call has another gradient"
            return judgement.confirmed("wrong", reason, query, slope)
    for query in queries:
        slope = _last_difference(query, eagerly)
        if slope is not None:
            reason = "run eagerly, the last call has another gradient"
            return judgement.confirmed("wrong", reason, query, slope)
    if traced.final_state and traced.final_state != eagerly.final_state:
        reason = "run eagerly, the variables end elsewhere"
        return judgement.confirmed("wrong", reason, queries[0])
    if all(gradient.latest is None for query in queries for gradient in query.gradients):
        return judgement.inconclusive("the traced function is called only once", queries[0])
    return judgement.refuted("run eagerly, all gradients are the same", queries[0])


def _last_difference(query: ObservedQuery, eagerly: Report) -> Slope | None:
    """Return how the latest gradient of a traced query differs from that of the last eager call."""
    others = [other for other in eagerly.queries if other.line == query.line]
    if not query.traced or not others:
        return None
    last = max(others, key=lambda other: other.occurrence)
    for mine, theirs in zip(query.gradients, last.gradients, strict=False):
        if mine.latest is not None and theirs.kind == "numbers":
            slope = difference(mine.latest.values, theirs.values)
            if slope is not None:
                return slope
    return None
