"""Judges that run the corrected program beside the program, and compare where they end."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tflintgrad.diagnostics import Verification
from tflintgrad.verify import corrections
from tflintgrad.verify.judges.counterfactual import ABSOLUTE
from tflintgrad.verify.judges.judgement import Judge, Judgement, describe, judge_of
from tflintgrad.verify.protocol import Report
from tflintgrad.verify.slopes import Slope

_RELATIVE = 1e-5


#: Judges of a statement that one edit corrects: the edit, and what it is called in the reason.
_EDITS: Final = {
    "summed_lists": (corrections.with_added_lists, "with the gradients added"),
    "zeroed": (corrections.with_cleared_buffers, "with the buffers cleared after the step"),
    "with_losses": (corrections.with_model_losses, "with `model.losses` in the loss"),
    "clipped": (corrections.with_clipped_gradients, "with the clipped gradients"),
}


def _judge_by_edit(edit: Callable[[str, int], str | None], words: str) -> Judge:
    def judge(judgement: Judgement) -> Verification:
        """Judge whether the variables end elsewhere once the statement is corrected."""
        text = edit(judgement.runs.program_text(), judgement.own_rows.first)
        return _compared(judgement, text, f"{words}, the variables end elsewhere")

    return judge


for _name, (_edit, _words) in _EDITS.items():
    judge_of(_name)(_judge_by_edit(_edit, _words))


@judge_of("scaled_loss")
def scaled_loss(judgement: Judgement) -> Verification:
    """Judge whether scaling the loss changes the step."""
    step = judgement.own_rows.first
    rows = judgement.runs.query_rows(judgement.finding)
    text = None
    if rows:
        program = judgement.runs.program_text()
        text = corrections.with_scaled_loss(program, step, rows[0].first)
    return _compared(judgement, text, "with the loss scaled, the variables end elsewhere")


@judge_of("one_device")
def one_device(judgement: Judgement) -> Verification:
    """Judge whether several replicas train otherwise than one device does."""
    program = judgement.runs.program_text()
    several = corrections.on_devices(program, 2)
    one = corrections.on_devices(program, 1)
    return _compared(judgement, one, "on one device, the variables end elsewhere", several)


def _compared(
    judgement: Judgement, corrected: str | None, reason: str, program: str | None = None
) -> Verification:
    """Judge by the variables at the end of the program and of the corrected one."""
    if not judgement.runs.contains(judgement.finding):
        return judgement.inconclusive("only the program itself can be corrected, not its imports")
    if corrected is None:
        return judgement.inconclusive("the statement cannot be corrected automatically")
    before, after = _to_the_end(judgement, program), _to_the_end(judgement, corrected)
    if not before.queries:
        return judgement.not_reached(before)
    if after.raised is not None and before.raised is None:
        return judgement.inconclusive(f"the corrected program ended with {describe(after.raised)}")
    if not before.final_state or not after.final_state:
        return judgement.inconclusive("the runs cannot be compared", before.queries[0])
    difference = first_change(before.final_state, after.final_state)
    if difference is None:
        reason = "the corrected program ends with the same variables"
        return judgement.inconclusive(reason, before.queries[0])
    slope = Slope(*difference, ABSOLUTE)
    return judgement.confirmed("wrong", reason, before.queries[0], slope)


def first_change(before: list[float], after: list[float]) -> tuple[float, float] | None:
    """Return the first pair of numbers that differ; None if the variables are the same.

    A variable that several devices mirror counts as often as there are devices.
    """
    if len(before) == len(after):
        pairs = zip(before, after, strict=True)
        return next(((one, other) for one, other in pairs if not _same(one, other)), None)
    for other in after:
        if not any(_same(one, other) for one in before):
            return min(before, key=lambda one: abs(one - other)), other
    return None


def _same(one: float, other: float) -> bool:
    """True if two numbers are the same but for rounding: both programs draw the same numbers."""
    return math.isclose(one, other, rel_tol=_RELATIVE, abs_tol=_RELATIVE)


def _to_the_end(judgement: Judgement, text: str | None) -> Report:
    """Run a text of the program until it ends; a plain run ends when enough was seen."""
    runs = judgement.runs
    request = replace(runs.request(), awaited=(), max_observations=0)
    return runs.run(request if text is None else replace(request, text=text))
