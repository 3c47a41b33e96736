"""The judge of Python state in a trace: the same program, with every function run eagerly."""

from __future__ import annotations

from dataclasses import replace

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.counterfactual import compare
from tflintgrad.verify.judges.judgement import Judgement, describe, judge_of
from tflintgrad.verify.program_runs import same_query


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
    if traced.final_state and traced.final_state != eagerly.final_state:
        reason = "run eagerly, the variables end elsewhere"
        return judgement.confirmed("wrong", reason, queries[0])
    if len(queries) < 2:
        return judgement.inconclusive("the traced function is called only once", queries[0])
    return judgement.refuted("run eagerly, all gradients are the same", queries[0])
