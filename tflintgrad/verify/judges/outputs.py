"""Judges that request more gradients: of each output by itself, or of twice the target."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.counterfactual import tolerance
from tflintgrad.verify.judges.exceptions import all_raised
from tflintgrad.verify.judges.judgement import JUDGES, Judgement, describe, judge_of
from tflintgrad.verify.slopes import Slope


@judge_of("outputs")
def outputs(judgement: Judgement) -> Verification:
    """Judge whether a gradient adds up several outputs or targets."""
    for raised in all_raised(judgement.runs.as_is()):
        if any(judgement.own_rows.contains(line) for line in raised.lines):
            reason = f"the sum is not a list: {describe(raised)}"
            return judgement.confirmed("error", reason, None)
    report = judgement.runs.per_output()
    seen = [query for query in judgement.queries(report) if query.raised is None]
    if not seen:
        return judgement.not_reached(report)
    for query in seen:
        if query.merged and query.method == "gradient":
            what = "targets" if query.target_count > 1 else "outputs"
            slope = Slope(query.whole, query.first_part, tolerance(query.first_part))
            reason = f"the gradient adds up several {what}, and that of the first alone differs"
            return judgement.confirmed("wrong", reason, query, slope)
    if all(query.target_size <= 1 for query in seen):
        return judgement.refuted("the target is a single number", seen[0])
    return judgement.refuted("every output has its own entries in the gradient", seen[0])


@judge_of("examples")
def batch(judgement: Judgement) -> Verification:
    """Judge whether the examples of a batch depend on each other."""
    report = judgement.runs.per_output()
    seen = [query for query in judgement.queries(report) if query.raised is None]
    if not seen:
        return judgement.not_reached(report)
    for query in seen:
        if query.merged:
            slope = Slope(query.whole, query.first_part, tolerance(query.first_part))
            reason = "an example depends on others of its batch, and their derivatives are added"
            return judgement.confirmed("wrong", reason, query, slope)
    return judgement.refuted("every example depends on itself only", seen[0])


@judge_of("upstream")
def upstream(judgement: Judgement) -> Verification:
    """Judge whether a custom gradient ignores the upstream gradient."""
    report = judgement.runs.per_output()
    seen = [query for query in report.queries if query.raised is None]
    for query in seen:
        if query.doubled is not None and query.twice is not None:
            slope = Slope(query.doubled, query.twice, tolerance(query.twice))
            reason = "twice the target does not have twice the gradient"
            return judgement.confirmed("wrong", reason, query, slope)
    return JUDGES["slope"](judgement)
