"""The judge of bootstrapped targets: the same program with `stop_gradient` around the target."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.counterfactual import compare
from tflintgrad.verify.judges.judgement import Judgement, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.source_patches import with_stop_gradient


@judge_of("bootstrapped")
def bootstrapped(judgement: Judgement) -> Verification:
    """Judge whether a constant target changes the gradient."""
    row = judgement.finding.span.start.row
    before = judgement.runs.as_is()
    queries = judgement.queries(before)
    if not queries:
        return judgement.not_reached(before)
    after = judgement.run_corrected(
        lambda text: with_stop_gradient(text, row),
        "the assignment of the target cannot be rewritten",
    )
    if isinstance(after, Verification):
        return after
    ended = judgement.only_corrected_raises(before, after)
    if ended is not None:
        return ended
    for query in queries:
        other = same_query(after, query)
        effect, slope = compare(query, other) if other is not None else (None, None)
        if effect is not None:
            reason = "with a constant target, the gradient is different"
            return judgement.confirmed("wrong", reason, query, slope)
    return judgement.refuted("a constant target gives the same gradient", queries[0])
