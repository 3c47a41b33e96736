"""Proofs of fixes: TensorFlow runs the programs of a finding before and after its fix.

A fix is proven if TensorFlow confirms the finding in a program, and in the fixed program refutes it
or gives the right gradient. The other gradients of every program of the finding are the same as
before.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Edit, Finding, Fix, Location, Span, Verification
from tflintgrad.source.edits import apply_edits, moved_row, without_overlaps
from tflintgrad.verify.judges import judge
from tflintgrad.verify.judges.judgement import describe
from tflintgrad.verify.mended_queries import (
    Trial,
    agrees_with_slope,
    is_as_corrected,
    keeps_target,
    same_gradients,
)
from tflintgrad.verify.program_runs import ProgramRuns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.verify.protocol import ObservedQuery, Report, UserLine


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of the runs before and after a fix, in one sentence; `holds` if it is proven."""

    sentence: str
    holds: bool = False


def proof_of(
    draws: list[list[ProgramRuns]], finding: Finding, verification: Verification
) -> Proof | None:
    """Return the proof of a finding's fix in the programs of one draw; None without a fix."""
    fix = finding.fix
    if fix is None:
        return None
    if verification.verdict != "confirmed" or verification.evidence != "program":
        return Proof("TensorFlow did not confirm the finding in the program itself")
    for programs in draws:
        before = [judge(runs, finding) for runs in programs]
        if any(verdict.verdict == "confirmed" for verdict in before):
            return _proof(programs, before, finding, fix)
    return Proof("TensorFlow confirmed the finding only with another line taken out")


def joint_fixes(findings: Iterable[Finding], *, by_rule: bool) -> Iterator[tuple[Finding, ...]]:
    """Yield the findings of a rule, or of all, each with the edits of all their fixes.

    Where a mistake is made twice, mending it once may show nothing.
    """
    groups: dict[tuple[str, int | None, bool], list[Finding]] = {}
    for finding in findings:
        if finding.fix is not None:
            key = finding.code if by_rule else "", finding.cell, finding.fix.safe
            groups.setdefault(key, []).append(finding)
    for group in groups.values():
        fixes = [item.fix for item in group if item.fix is not None]
        if len(group) > 1 and len(without_overlaps(fixes)) == len(group):
            edits = tuple(edit for fix in fixes for edit in fix.edits)
            yield tuple(
                replace(item, fix=replace(fix, edits=edits))
                for item, fix in zip(group, fixes, strict=True)
            )


def _proof(
    programs: list[ProgramRuns], before: list[Verification], finding: Finding, fix: Fix
) -> Proof:
    shown = ""
    for runs, verdict in zip(programs, before, strict=True):
        fixed = _fixed(runs, finding, fix)
        objection = _harm(runs, fixed, finding, fix)
        if objection is None and verdict.verdict == "confirmed":
            trial = Trial(runs, fixed, finding, _moved(finding, fix))
            after = judge(fixed, trial.moved)
            if not keeps_target(trial):
                objection = "the fix changes the value that is differentiated"
            elif after.verdict == "refuted" or _is_right(trial, verdict, after):
                shown = shown or _sentence(verdict, after)
            else:
                objection = f"the verdict on the fixed program is {after.verdict}: {after.reason}"
        if objection is not None:
            return Proof(objection)
    return Proof(shown, holds=True)


def _fixed(runs: ProgramRuns, finding: Finding, fix: Fix) -> ProgramRuns:
    """Return the runs of a program with a fix of its own file, or of a module that it imports."""
    path = os.path.realpath(finding.filename)
    text = apply_edits(runs.text_of(path), fix.edits)
    findings = tuple(_moved(item, fix) for item in runs.findings)
    fixed = replace(runs, findings=findings, _reports={}, _asked=[])
    if path == runs.program:
        return replace(fixed, text=text)
    others = tuple(item for item in runs.modules if item[0] != path)
    return replace(fixed, modules=(*others, (path, text)))


def _harm(runs: ProgramRuns, fixed: ProgramRuns, finding: Finding, fix: Fix) -> str | None:
    """Return how a fix breaks a program, or what else it changes; None if it does not."""
    before, after = _to_the_end(runs), _to_the_end(fixed)
    if after.failure:
        return f"the fixed program could not be judged: {after.failure}"
    if after.raised is not None and (
        before.raised is None or before.raised.name != after.raised.name
    ):
        return f"the fixed program ends with {describe(after.raised)}"
    return _changed_gradient(runs, finding, fix, before, after)


def _sentence(before: Verification, after: Verification) -> str:
    """Return the outcome of a proof, with the numbers of the tape before and after the fix."""
    right = "TensorFlow shows that the fixed program is right"
    if after.tape is None:
        return right
    wrong = "None" if before.tape is None else f"{before.tape:.6g}"
    measured = f", and finite differences {after.expected:.6g}" if after.expected else ""
    return f"{right}: the tape gives {after.tape:.6g} instead of {wrong}{measured}"


def _is_right(trial: Trial, before: Verification, after: Verification) -> bool:
    """True if the fixed program gives the right gradient, whatever a judge of the finding says."""
    queries = trial.before.queries_of(trial.finding, _to_the_end(trial.before))
    later = trial.after.queries_of(trial.moved, _to_the_end(trial.after))
    return (
        _is_as_expected(before, queries, later)
        or agrees_with_slope(trial, after)
        or is_as_corrected(trial)
    )


def _is_as_expected(
    verification: Verification, before: list[ObservedQuery], after: list[ObservedQuery]
) -> bool:
    """True if the tape's number was the wrong one before, and is the expected one after the fix."""
    if verification.tape is None or verification.expected is None or not before or not after:
        return False
    wrong, right = verification.tape, verification.expected
    return any(
        _is_close(number, wrong) and _is_close(other, right)
        for number, other in zip(_numbers(before[0]), _numbers(after[0]), strict=False)
    )


def _numbers(query: ObservedQuery) -> list[float]:
    """Return what a verdict may compare: gradients along directions, and single entries."""
    seeds = sorted({seed for gradient in query.gradients for seed in gradient.along})
    along = [sum(g.along.get(seed, 0.0) for g in query.gradients) for seed in seeds]
    return along + [value for gradient in query.gradients for value in gradient.values]


def _is_close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-3, abs_tol=1e-6)


def _to_the_end(runs: ProgramRuns) -> Report:
    return runs.run(replace(runs.request(), awaited=(), max_observations=0))


def _changed_gradient(
    runs: ProgramRuns, finding: Finding, fix: Fix, before: Report, after: Report
) -> str | None:
    """Return an objection if the fix changes the first gradient of another query."""
    own = runs.queries_of(finding, before)
    later = _first_per_line(after)
    for line, query in _first_per_line(before).items():
        if query in own:
            continue
        is_moved = line.filename == os.path.realpath(finding.filename)
        row = moved_row(line.row, fix.edits) if is_moved else line.row
        other = later.get(replace(line, row=row))
        if other is None or not same_gradients(query, other):
            return f"the fix changes the gradient that line {line.row} requests"
    return None


def _first_per_line(report: Report) -> dict[UserLine, ObservedQuery]:
    found: dict[UserLine, ObservedQuery] = {}
    for query in report.queries:
        if query.lines:
            found.setdefault(query.lines[0], query)
    return found


def _moved(finding: Finding, fix: Fix) -> Finding:
    """Return a finding at the rows that it has after a fix of its file."""
    return replace(
        finding,
        span=_moved_span(finding.span, fix.edits),
        queries=tuple(
            replace(spot, span=_moved_span(spot.span, fix.edits))
            if spot.filename == finding.filename
            else spot
            for spot in finding.queries
        ),
        flow=(),
    )


def _moved_span(span: Span, edits: tuple[Edit, ...]) -> Span:
    start, end = (
        Location(moved_row(place.row, edits), place.column) for place in (span.start, span.end)
    )
    return Span(start, max(start, end))
