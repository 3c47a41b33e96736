"""The judge of bootstrapped targets: the same program with `stop_gradient` around the target."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.counterfactual import compare
from tflintgrad.verify.judges.judgement import Judgement, describe, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.source_patches import with_stop_gradient


@judge_of("bootstrapped")
def bootstrapped(judgement: Judgement) -> Verification:
    """Judge whether a constant target changes the gradient."""
    runs, finding = judgement.runs, judgement.finding
    before = runs.as_is()
    queries = judgement.queries(before)
    if not queries:
        return judgement.not_reached(before)
    if not runs.contains(finding):
        return judgement.inconclusive("only the program itself can be corrected, not its imports")
    text = with_stop_gradient(runs.program_text(), finding.span.start.row)
    if text is None:
        return judgement.inconclusive("the assignment of the target cannot be rewritten")
    after = runs.with_text(text)
    if after.raised is not None and before.raised is None:
        return judgement.inconclusive(f"the corrected program ended with {describe(after.raised)}")
    for query in queries:
        other = same_query(after, query)
        effect, slope = compare(query, other) if other is not None else (None, None)
        if effect is not None:
            reason = "with a constant target, the gradient is different"
            return judgement.confirmed("wrong", reason, query, slope)
    return judgement.refuted("a constant target gives the same gradient", queries[0])
