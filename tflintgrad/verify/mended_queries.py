"""The gradients of a fixed program beside the right ones.

The right gradient is the slope of the target, where a finding says that the tape lost it; or it is
that of the program as the finding's judge corrects it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.finite_differences import NotMeasurable, measure
from tflintgrad.verify.judges import BY_EFFECT, judge
from tflintgrad.verify.judges.corrected import first_change
from tflintgrad.verify.judges.lost_gradients import NAMES

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding, Verification
    from tflintgrad.verify.program_runs import ProgramRuns
    from tflintgrad.verify.protocol import Gradient, ObservedQuery, Report, RowRange

#: The judges of claims that the gradient is not the slope of the target.
_OF_SLOPES = frozenset({*NAMES, "singular", "raising", "upstream"})
_RELATIVE = 1e-4


@dataclass(frozen=True, slots=True)
class Trial:
    """A program before and after a fix; `finding` and `moved` are the finding in each of them."""

    before: ProgramRuns
    after: ProgramRuns
    finding: Finding
    moved: Finding


def agrees_with_slope(trial: Trial, after_fix: Verification) -> bool:
    """True if the fixed program's gradients are others than before, and slopes of their targets."""
    finding = trial.finding
    name = rulebook().get(finding.code).judge or BY_EFFECT.get(finding.effect, "")
    if name not in _OF_SLOPES and (finding.effect != "error" or after_fix.verdict == "confirmed"):
        return False
    report = trial.after.as_is()
    before = trial.before.queries_of(finding, trial.before.as_is())
    after = trial.after.queries_of(trial.moved, report)
    if report.failure or report.raised is not None or not after:
        return False
    if not all(query.raised is None and _all_numbers(query) for query in after):
        return False
    if finding.effect in ("none", "zero", "wrong") and _are_same(before, after):
        return False
    rows = tuple(trial.after.rows(item.spot) for item in trial.after.findings)
    return all(_is_slope(trial.after, query, rows, finding) for query in after)


def is_as_corrected(trial: Trial) -> bool:
    """True if the fixed program's gradients are those of the program that the judge corrected."""
    listener = replace(trial.before, _asked=[])
    judge(listener, trial.finding)
    corrected = [
        trial.before.run(request)
        for request in dict.fromkeys(listener.asked)
        if request.text not in (None, trial.before.text)
    ]
    after = _to_the_end(trial.after)
    return any(_is_like(trial, report, after) for report in corrected)


def _is_like(trial: Trial, corrected: Report, after: Report) -> bool:
    """True if the fixed program ends like the corrected one, and not like the program."""
    if corrected.raised is not None or corrected.failure or after.raised is not None:
        return False
    before = _to_the_end(trial.before)
    # A correction may stand in rows of its own, and then no query is where it was.
    wanted = trial.before.queries_of(trial.finding, corrected)
    found = trial.after.queries_of(trial.moved, after)
    wrong = trial.before.queries_of(trial.finding, before)
    length = min(len(wanted), len(found))
    if not _are_same(wanted[:length], found[:length]):
        return False
    if length and not _are_same(wrong[:length], found[:length]):
        return True
    ends = [report.final_state for report in (before, corrected, after)]
    if not ends[0] or len({len(end) for end in ends}) > 1:
        return False
    return first_change(ends[1], ends[2]) is None and first_change(ends[0], ends[2]) is not None


def _to_the_end(runs: ProgramRuns) -> Report:
    return runs.run(replace(runs.request(), awaited=(), max_observations=0))


def _all_numbers(query: ObservedQuery) -> bool:
    """True if every gradient is there and finite; those of a trace may be symbols."""
    return bool(query.gradients) and all(
        gradient.kind in ("numbers", "symbolic") and gradient.finite for gradient in query.gradients
    )


def _is_slope(
    runs: ProgramRuns, query: ObservedQuery, rows: tuple[RowRange, ...], finding: Finding
) -> bool:
    """True if finite differences agree with a gradient, and along no direction contradict it.

    Near a singular point they need not exist, and an exception says nothing of a slope: there it is
    enough that they do not contradict. A program that raised may have a gradient of its own.
    """
    positions = [at for at, source in enumerate(query.sources) if source.differentiable]
    if not positions:
        return False
    agreeing = 0
    for seed in runs.options.seeds:
        try:
            found = measure(runs, query, positions, "entry", seed, rows)
        except (NotMeasurable, IndexError):
            continue
        if found.agrees:
            agreeing += 1
        elif found.contradicts_tape or found.jumps:
            return finding.effect == "error" and bool(runs.eagerly(rows).unsuitable)
    return agreeing > 0 or finding.effect in ("nan", "error")


def keeps_target(trial: Trial) -> bool:
    """True if the first target is the same number as before, unless the rule's fix changes it."""
    if rulebook().get(trial.finding.code).codemod.get("target") == "changes":
        return True
    before = trial.before.queries_of(trial.finding, _to_the_end(trial.before))
    after = trial.after.queries_of(trial.moved, _to_the_end(trial.after))
    if not before or not after:
        return True
    one, other = before[0].target_sums, after[0].target_sums
    # A margin around a singular point changes the target a little.
    near = 1e-2 if trial.finding.effect == "nan" else 1e-4
    return all(
        math.isclose(one[seed], other[seed], rel_tol=near, abs_tol=near * after[0].magnitude + near)
        for seed in one.keys() & other.keys()
        if math.isfinite(one[seed])
    )


def _are_same(one: list[ObservedQuery], other: list[ObservedQuery]) -> bool:
    return len(one) == len(other) and all(map(same_gradients, one, other))


def same_gradients(one: ObservedQuery, other: ObservedQuery) -> bool:
    """True if two queries gave the same gradients, but for rounding."""
    pairs = zip(one.gradients, other.gradients, strict=False)
    return len(one.gradients) == len(other.gradients) and all(_is_same(a, b) for a, b in pairs)


def _is_same(one: Gradient, other: Gradient) -> bool:
    # The first numbers are compared, and sums of all of them.
    return (
        one.kind == other.kind
        and len(one.values) == len(other.values)
        and all(map(_is_close, one.values, other.values))
        and all(
            _is_close(one.along[seed], other.along[seed])
            for seed in one.along.keys() & other.along.keys()
        )
    )


def _is_close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_RELATIVE, abs_tol=_RELATIVE) or one != one
