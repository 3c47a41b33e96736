"""Proofs of fixes: TensorFlow runs the program before and after the fix.

A fix is proven if the verdict turns: TensorFlow confirms the finding in the program, and refutes it
in the fixed program, whose other gradients are the same as before.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Edit, Finding, Fix, Location, Span, Verification
from tflintgrad.source.edits import apply_edits
from tflintgrad.verify.judges import judge
from tflintgrad.verify.judges.judgement import describe
from tflintgrad.verify.program_runs import ProgramRuns

if TYPE_CHECKING:
    from tflintgrad.verify.protocol import ObservedQuery, Report, UserLine

_RELATIVE = 1e-4


def proven(runs: ProgramRuns, finding: Finding, verification: Verification) -> Fix | None:
    """Return the fix of a finding with the outcome of its proof."""
    fix = finding.fix
    if fix is None:
        return None
    reason = _objection(runs, finding, verification, fix)
    if reason is None:
        return replace(fix, proof="TensorFlow shows that the fixed program is right", proven=True)
    return replace(fix, proof=reason)


def _objection(
    runs: ProgramRuns, finding: Finding, verification: Verification, fix: Fix
) -> str | None:
    """Return why a fix is not proven; None if it is."""
    if verification.verdict != "confirmed" or verification.evidence != "program":
        return "TensorFlow did not confirm the finding in the program itself"
    if not runs.contains(finding) or finding.cell is not None:
        return "only a fix of the program's own file can be tried"
    fixed = replace(
        runs,
        text=apply_edits(runs.program_text(), fix.edits),
        findings=tuple(_moved(item, fix) for item in runs.findings),
        _reports={},
    )
    before, after = _to_the_end(runs), _to_the_end(fixed)
    if after.failure:
        return f"the fixed program could not be judged: {after.failure}"
    if after.raised is not None and (
        before.raised is None or before.raised.name != after.raised.name
    ):
        return f"the fixed program ends with {describe(after.raised)}"
    verdict = judge(fixed, _moved(finding, fix))
    turned = verdict.verdict == "refuted" or _is_as_expected(
        verification,
        runs.queries_of(finding, before),
        fixed.queries_of(_moved(finding, fix), after),
    )
    if not turned:
        return f"the verdict on the fixed program is {verdict.verdict}: {verdict.reason}"
    return _changed_gradient(runs, finding, fix, before, after)


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
        row = _moved_row(line.row, fix.edits) if line.filename == runs.program else line.row
        other = later.get(replace(line, row=row))
        if other is None or not _same_gradients(query, other):
            return f"the fix changes the gradient that line {line.row} requests"
    return None


def _first_per_line(report: Report) -> dict[UserLine, ObservedQuery]:
    found: dict[UserLine, ObservedQuery] = {}
    for query in report.queries:
        if query.lines:
            found.setdefault(query.lines[0], query)
    return found


def _same_gradients(one: ObservedQuery, other: ObservedQuery) -> bool:
    pairs = list(zip(one.gradients, other.gradients, strict=False))
    return len(one.gradients) == len(other.gradients) and all(
        a.kind == b.kind
        and len(a.values) == len(b.values)
        and all(
            math.isclose(x, y, rel_tol=_RELATIVE, abs_tol=_RELATIVE) or x != x
            for x, y in zip(a.values, b.values, strict=True)
        )
        for a, b in pairs
    )


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
        Location(_moved_row(place.row, edits), place.column) for place in (span.start, span.end)
    )
    return Span(start, max(start, end))


def _moved_row(row: int, edits: tuple[Edit, ...]) -> int:
    """Return the row that a row of the text has after some edits."""
    added = 0
    for edit in edits:
        is_insertion = edit.span.start == edit.span.end
        if edit.span.end <= Location(row, 1) or (is_insertion and edit.span.start.row == row):
            removed = edit.span.end.row - edit.span.start.row
            added += edit.replacement.count("\n") - removed
    return row + added
