"""The judge of a call that gets the wrong arguments: the corrected call beside it."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.judges.counterfactual import compare
from tflintgrad.verify.judges.judgement import Judgement, describe, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.source_patches import with_call_through

#: What is called in place of the call that a finding stands at, by the name of the rule.
_CORRECTIONS = {
    "probabilities-as-logits": "without_activation",
    "logits-as-probabilities": "with_activation",
    "swapped-loss-arguments": "with_swap",
    "imaginary-part-dropped": "with_magnitude",
    "gather-without-batch-dims": "with_batch_dims",
}


@judge_of("corrected")
def corrected(judgement: Judgement) -> Verification:
    """Judge whether the gradient is another one if the call gets the right arguments."""
    runs, finding = judgement.runs, judgement.finding
    before = runs.as_is()
    seen = [query for query in judgement.queries(before) if query.raised is None]
    if not seen:
        return judgement.not_reached(before)
    if not runs.contains(finding):
        return judgement.inconclusive("only the program itself can be corrected, not its imports")
    correction = _CORRECTIONS[rulebook().get(finding.code).name]
    text = with_call_through(runs.program_text(), finding.span, correction)
    if text is None:
        return judgement.inconclusive("the call cannot be rewritten")
    after = runs.with_text(text)
    for query in seen:
        other = same_query(after, query)
        if other is None:
            continue
        effect, slope = compare(query, other)
        if effect is not None:
            reason = "with the right arguments, the gradient is different"
            return judgement.confirmed("wrong", reason, query, slope)
    if after.raised is not None and before.raised is None:
        return judgement.inconclusive(f"the corrected program ended with {describe(after.raised)}")
    return judgement.refuted("the right arguments give the same gradient", seen[0])
