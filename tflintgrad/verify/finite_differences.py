"""Finite differences by running again: how fast the target really changes with the sources."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tflintgrad.verify.program_runs import ProgramRuns, same_query
from tflintgrad.verify.protocol import (
    ObservedQuery,
    Perturbation,
    PerturbedSource,
    Report,
    Request,
    RowRange,
    Timing,
)
from tflintgrad.verify.slopes import (
    Slope,
    contradicts_tape,
    noise_of,
    precision_of,
    slope_from,
    tape_slope,
)

#: How far sources are moved to see whether the target depends on them at all.
LEAP = 3.0


class NotMeasurable(Exception):
    """Finite differences cannot be taken; the message is a clause that says why."""


def measure(
    runs: ProgramRuns,
    query: ObservedQuery,
    positions: list[int],
    timing: Timing,
    seed: int,
    judged: tuple[RowRange, ...],
) -> Slope:
    """Measure the slope of a query's target along a random direction of some sources.

    `positions` are those of the sources; `judged` are the rows whose detached values move, too.
    """
    base, here = _baseline(runs, query, judged)
    series = _Series(runs, here, base, positions, timing, seed, judged)
    precision = precision_of(here, positions)
    middle = here.target_sums[str(seed)]
    moved: list[ObservedQuery] = []
    for step in precision.steps:
        moved += series.moved_by(step)
        values = [query.target_sums.get(str(seed), math.nan) for query in moved]
        if not all(map(math.isfinite, (middle, *values))):
            raise NotMeasurable("the target is not finite near this point")
        if all(value == middle for value in values):
            # A smaller step would not change it either; a leap tells a step from a constant.
            far = series.moved_by(LEAP)
            leaps = any(query.target_sums.get(str(seed)) != middle for query in far)
            tape = tape_slope(here, positions, seed)
            noise = noise_of(here, precision, middle)
            return Slope(tape, 0.0, noise, (seed,), unchanged=not leaps, jumps=leaps, changes=False)
    slope = slope_from(here, positions, precision, values, seed)
    contradicts = contradicts_tape(here, moved, positions, precision, values, seed)
    return replace(slope, contradicts_tape=contradicts)


@dataclass(frozen=True, slots=True)
class LostPart:
    """The effect on the target of numbers that enter TensorFlow and do not follow the sources."""

    #: The rate at which the target changes through these numbers alone.
    rate: float
    #: The target is another one, by however little; runs are repeatable to the last bit.
    differs: bool


def lost_part(
    runs: ProgramRuns,
    query: ObservedQuery,
    positions: list[int],
    timing: Timing,
    seed: int,
    judged: tuple[RowRange, ...],
) -> LostPart | None:
    """Measure the part of a slope that passes through numbers outside TensorFlow.

    The sources are moved twice: once everything follows, once the numbers that Python and NumPy
    hand to TensorFlow stay what they were. None if they do not depend on the sources.
    """
    _, here = _baseline(runs, query, judged)
    base = runs.run(replace(_eager(runs, here, judged), records_constants=True))
    series = _Series(runs, here, base, positions, timing, seed, judged)
    # A small step may be lost in rounding; a leap is not.
    for step in (precision_of(here, positions).steps[0], LEAP):
        every = series.reports(step, records_constants=True)
        if all(report.constants == base.constants for report in every):
            return None
        free = [_target_sum(report, here, seed) for report in every]
        held = [_target_sum(r, here, seed) for r in series.reports(step, constants=base.constants)]
        if not all(map(math.isfinite, (*free, *held))):
            raise NotMeasurable("the target is not finite near this point")
        rate = (free[0] - held[0] - free[1] + held[1]) / (2.0 * step)
        if free != held:
            return LostPart(rate, differs=True)
    return LostPart(rate, differs=False)


def _eager(runs: ProgramRuns, query: ObservedQuery, judged: tuple[RowRange, ...]) -> Request:
    stop_at = (query.line, query.occurrence)
    return replace(runs.request(), eager=True, judged_rows=judged, stop_at=stop_at)


def _target_sum(report: Report, query: ObservedQuery, seed: int) -> float:
    return _found(report, query).target_sums.get(str(seed), math.nan)


def depends_when_jittered(
    runs: ProgramRuns,
    query: ObservedQuery,
    positions: list[int],
    timing: Timing,
    judged: tuple[RowRange, ...],
) -> bool:
    """True if the target changes with the sources once noise is added to all constants.

    A zero among the program's numbers can hide a dependence; it does not undo it.
    """
    seed = runs.options.seeds[0]
    base = runs.eagerly(judged, jittered=True)
    here = same_query(base, query)
    if here is None or here.raised is not None:
        return False
    try:
        series = _Series(runs, here, base, positions, timing, seed, judged, jittered=True)
        moved = series.moved_by(precision_of(here, positions).steps[0])
    except NotMeasurable:
        return False
    return any(query.target_sums.get(str(seed)) != here.target_sums[str(seed)] for query in moved)


def useful_timings(
    runs: ProgramRuns, query: ObservedQuery, judged: tuple[RowRange, ...]
) -> list[Timing]:
    """Return the timings of a move that can make a difference."""
    here = same_query(runs.eagerly(judged), query)
    timings: list[Timing] = ["entry", "made"]
    if here is not None and any(s.last_writes > s.writes for s in here.sources):
        timings.append("last")
    return timings


@dataclass(frozen=True, slots=True)
class _Series:
    """The perturbed runs of one measurement, which differ by their step alone."""

    runs: ProgramRuns
    query: ObservedQuery
    base: Report
    positions: list[int]
    timing: Timing
    seed: int
    judged: tuple[RowRange, ...]
    jittered: bool = False

    def moved_by(self, step: float) -> list[ObservedQuery]:
        """Return the query after moves by plus and minus `step`."""
        return [_found(report, self.query) for report in self.reports(step)]

    def reports(
        self, step: float, *, constants: Sequence[str] = (), records_constants: bool = False
    ) -> list[Report]:
        """Return the runs in which the sources are moved by plus and minus `step`."""
        sources = tuple(_perturbed(self.query, p, self.timing) for p in self.positions)
        entry, detached = self.query.tape_entry, tuple(self.base.detached)
        move = Perturbation(
            sources, self.seed, step, self.timing, entry, detached, tuple(constants)
        )
        request = replace(
            _eager(self.runs, self.query, self.judged),
            jittered=self.jittered,
            records_constants=records_constants,
        )
        moves = (move, replace(move, step=-step))
        return self.runs.run_all([replace(request, perturbation=item) for item in moves])


def _baseline(
    runs: ProgramRuns, query: ObservedQuery, judged: tuple[RowRange, ...]
) -> tuple[Report, ObservedQuery]:
    """Return the unperturbed eager run and the query in it; its target must be reproducible."""
    base = runs.eagerly(judged)
    here = same_query(base, query)
    if here is None or here.raised is not None:
        raise NotMeasurable(_why_not_reached(base))
    if not any(map(math.isfinite, here.target_sums.values())):
        raise NotMeasurable("run eagerly, the target is not a tensor of finite numbers")
    if _same_target(query, here):
        return base, here
    again = same_query(runs.eagerly(judged, repeat=1), query)
    if again is None or not _same_target(again, here):
        raise NotMeasurable("the program does something else in every run")
    return base, here


def _same_target(one: ObservedQuery, other: ObservedQuery) -> bool:
    """True if two runs gave the same target, up to rounding.

    A traced target has no numbers, so it counts as different and the run is repeated.
    """
    rounding = precision_of(other, []).rounding
    slack = 64 * rounding * max(one.magnitude, other.magnitude)
    pairs = [
        (one.target_sums.get(seed, math.nan), value) for seed, value in other.target_sums.items()
    ]
    return all(abs(a - b) <= slack for a, b in pairs)


def _why_not_reached(report: Report) -> str:
    if report.failure:
        return f"run eagerly, {report.failure}"
    if report.raised is not None:
        where = f" in line {report.raised.lines[0].row}" if report.raised.lines else ""
        return f"run eagerly, the program ends with {report.raised.name}{where}"
    return "run eagerly, the program does not request this gradient"


def _perturbed(query: ObservedQuery, position: int, timing: Timing) -> PerturbedSource:
    source = query.sources[position]
    if source.serial < 0:
        raise NotMeasurable("the observer did not see how a source was created")
    return PerturbedSource(
        serial=source.serial,
        position=position,
        shape=tuple(source.shape),
        dtype=source.dtype,
        scale=source.scale,
        variable=source.variable,
        writes=source.last_writes if timing == "last" else source.writes,
        made_later=source.made_later,
    )


def _found(report: Report, query: ObservedQuery) -> ObservedQuery:
    moved = same_query(report, query)
    if moved is None:
        raise NotMeasurable("with moved sources, the program takes another branch")
    return moved
