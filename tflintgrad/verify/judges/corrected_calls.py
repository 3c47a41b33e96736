"""The judge of a call that gets the wrong arguments: the corrected call beside it."""

from __future__ import annotations

from collections.abc import Callable

from tflintgrad.diagnostics import Verification
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.judges.counterfactual import compare
from tflintgrad.verify.judges.judgement import Judgement, judge_of
from tflintgrad.verify.program_runs import same_query
from tflintgrad.verify.source_patches import with_call_through, with_expression, with_own_gradient


@judge_of("corrected")
def corrected(judgement: Judgement) -> Verification:
    """Judge whether the gradient is another one if the call gets the right arguments."""
    correction = rulebook().get(judgement.finding.code).correction
    return _compared(
        judgement,
        lambda text: with_call_through(text, judgement.finding.span, correction),
        "with the right arguments, the gradient is different",
        "the right arguments give the same gradient",
    )


@judge_of("losses_once")
def losses_once(judgement: Judgement) -> Verification:
    """Judge whether the gradient is another one if the losses of the model are added once."""
    return _compared(
        judgement,
        lambda text: with_expression(text, judgement.finding.span, "no_losses"),
        "with the losses of the model added once, the gradient is different",
        "the losses of the model have no gradient",
    )


@judge_of("own_gradient")
def own_gradient(judgement: Judgement) -> Verification:
    """Judge whether TensorFlow's own gradient of the function is another one."""
    return _compared(
        judgement,
        lambda text: with_own_gradient(text, judgement.own_rows.first),
        "TensorFlow's own gradient of this function is different",
        "TensorFlow's own gradient of this function is the same",
    )


def _compared(
    judgement: Judgement, correct: Callable[[str], str | None], differs: str, agrees: str
) -> Verification:
    """Judge by the gradients of the program and of the corrected one."""
    before = judgement.runs.as_is()
    seen = [query for query in judgement.queries(before) if query.raised is None]
    if not seen:
        return judgement.not_reached(before)
    after = judgement.run_corrected(correct, "the call cannot be rewritten")
    if isinstance(after, Verification):
        return after
    for query in seen:
        other = same_query(after, query)
        if other is None:
            continue
        effect, slope = compare(query, other)
        if effect is not None:
            return judgement.confirmed("wrong", differs, query, slope)
    ended = judgement.only_corrected_raises(before, after)
    return ended or judgement.refuted(agrees, seen[0])
