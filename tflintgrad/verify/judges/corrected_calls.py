"""The judge of a call that gets the wrong arguments: the corrected call beside it."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.judges.counterfactual import compare
from tflintgrad.verify.judges.judgement import Judgement, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.source_patches import with_call_through


@judge_of("corrected")
def corrected(judgement: Judgement) -> Verification:
    """Judge whether the gradient is another one if the call gets the right arguments."""
    finding = judgement.finding
    before = judgement.runs.as_is()
    seen = [query for query in judgement.queries(before) if query.raised is None]
    if not seen:
        return judgement.not_reached(before)
    correction = rulebook().get(finding.code).correction
    after = judgement.run_corrected(
        lambda text: with_call_through(text, finding.span, correction),
        "the call cannot be rewritten",
    )
    if isinstance(after, Verification):
        return after
    for query in seen:
        other = same_query(after, query)
        if other is None:
            continue
        effect, slope = compare(query, other)
        if effect is not None:
            reason = "with the right arguments, the gradient is different"
            return judgement.confirmed("wrong", reason, query, slope)
    ended = judgement.only_corrected_raises(before, after)
    return ended or judgement.refuted("the right arguments give the same gradient", seen[0])
