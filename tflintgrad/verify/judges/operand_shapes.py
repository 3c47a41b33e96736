"""Judge shapes that broadcast, by the same program with operands of other shapes."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.judges.counterfactual import compare
from tflintgrad.verify.judges.judgement import Judgement, describe, judge_of
from tflintgrad.verify.operand_patches import with_operands
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.protocol import ObservedQuery, Report
from tflintgrad.verify.slopes import Slope


@judge_of("same_shape")
def same_shape(judgement: Judgement) -> Verification:
    """Judge whether the gradient differs once one operand has the shape of the other."""
    reshaped = text("shaped_like", value="b", other="a")
    before, after, problem = _runs(judgement, [("a", reshaped)])
    if problem is not None:
        return problem
    for query in judgement.queries(before):
        found = _difference(query, after[0])
        if found is not None:
            reason = "with both operands of the same shape, the gradient is different"
            return judgement.confirmed("wrong", reason, query, found)
    raised = after[0].raised
    if raised is not None and before.raised is None:
        return judgement.inconclusive(f"the corrected program ended with {describe(raised)}")
    return judgement.inconclusive("operands of the same shape give the same gradient")


@judge_of("reduced_terms")
def reduced_terms(judgement: Judgement) -> Verification:
    """Judge whether the gradient is neither that of the terms' means nor that of their sums."""
    edits = [(text(way, value="a"), text(way, value="b")) for way in ("mean", "sum")]
    before, after, problem = _runs(judgement, edits)
    if problem is not None:
        return problem
    for query in judgement.queries(before):
        found = [_difference(query, report) for report in after]
        if all(slope is not None for slope in found):
            reason = "the gradient is not that of the reduced terms, whether by mean or by sum"
            return judgement.confirmed("wrong", reason, query, found[0])
    return judgement.inconclusive("reduced terms give the same gradient")


def _difference(query: ObservedQuery, report: Report) -> Slope | None:
    other = same_query(report, query)
    effect, slope = compare(query, other) if other is not None else (None, None)
    return slope if effect == "wrong" else None


def _runs(
    judgement: Judgement, edits: list[tuple[str, str]]
) -> tuple[Report, list[Report], Verification | None]:
    """Run the program as it is and with each pair of operands; say why if that is impossible."""
    runs, finding = judgement.runs, judgement.finding
    before = runs.as_is()
    if not before.queries:
        return before, [], judgement.not_reached(before)
    if not runs.contains(finding):
        reason = "only the program itself can be corrected, not its imports"
        return before, [], judgement.inconclusive(reason)
    after: list[Report] = []
    for first, second in edits:
        text = with_operands(runs.program_text(), finding.span, first, second)
        if text is None:
            return before, [], judgement.inconclusive("the operands cannot be rewritten")
        after.append(runs.with_text(text))
    return before, after, None
