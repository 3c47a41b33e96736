"""Finite differences by running again: how fast the target really changes with the sources."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from tflintgrad.verify.program_runs import Subject, same_query
from tflintgrad.verify.protocol import (
    Nudge,
    Nudged,
    QuerySeen,
    Report,
    Request,
    Timing,
    Window,
)


@dataclass(frozen=True, slots=True)
class Precision:
    """What a dtype allows: relative steps, rounding error, and what counts as equal."""

    steps: tuple[float, float]
    rounding: float
    relative: float


_PRECISIONS = {
    "float64": Precision((1e-3, 2.5e-4), 2**-53, 1e-5),
    "float32": Precision((1e-2, 2.5e-3), 2**-24, 2e-3),
    "float16": Precision((2e-1, 5e-2), 2**-11, 5e-2),
    "bfloat16": Precision((5e-1, 2.5e-1), 2**-9, 1e-1),
}
#: How far sources are thrown to see whether the target depends on them at all.
LEAP = 3.0
#: GPUs add up in another order in every run.
_GPU_FACTOR = 4.0


@dataclass(frozen=True, slots=True)
class Slope:
    """The tape's number and the true one, along the same direction."""

    tape: float | None
    expected: float | None
    tolerance: float | None = None
    seeds: tuple[int, ...] = ()
    #: The target did not change at all when the sources were moved.
    still: bool = False
    #: Two step sizes, and both sides, agree: it is a slope and not a jump or a kink.
    settled: bool = True
    #: It grows as the step shrinks, or is there for one step size only.
    jumps: bool = False
    #: No slope that the tape gives nearby explains how the target changes.
    outside: bool = False
    #: The target changes smoothly, be it that the slope is zero at this very point.
    changes: bool = True

    @property
    def difference(self) -> float | None:
        if self.tape is None or self.expected is None:
            return None
        difference = abs(self.tape - self.expected)
        return difference if math.isfinite(difference) else None

    @property
    def agrees(self) -> bool:
        """Within a tolerance that is small beside the numbers themselves, unless they are zero."""
        difference, tolerance = self.difference, self.tolerance or 0.0
        if difference is None or difference > tolerance:
            return False
        size = max(abs(self.tape or 0.0), abs(self.expected or 0.0))
        return tolerance <= 0.25 * size or self.still or not self.changes


class NoSlope(Exception):
    """Finite differences cannot be taken; the message is a clause that says why."""


def measure(
    subject: Subject,
    query: QuerySeen,
    positions: list[int],
    timing: Timing,
    seed: int,
    tried: tuple[Window, ...],
) -> Slope:
    """The slope of a query's target along a random direction of the sources at `positions`."""
    base, here = _unmoved(subject, query, tried)
    nudged = [_nudged(here, position, timing) for position in positions]
    precision = precision_of(here, positions)
    middle = here.target[str(seed)]
    moved: list[QuerySeen] = []
    for step in precision.steps:
        requests = [
            _request(subject, here, base, nudged, sign * step, timing, seed, tried)
            for sign in (1, -1)
        ]
        moved += [_moved(report, here) for report in subject.reports(requests)]
        values = [query.target.get(str(seed), math.nan) for query in moved]
        if not all(map(math.isfinite, (middle, *values))):
            raise NoSlope("the target is not finite near this point")
        if all(value == middle for value in values):
            # A smaller step would not move it either; a large one tells a step from a constant.
            requests = [
                _request(subject, here, base, nudged, sign * LEAP, timing, seed, tried)
                for sign in (1, -1)
            ]
            far = [_moved(report, here) for report in subject.reports(requests)]
            leaps = any(query.target.get(str(seed)) != middle for query in far)
            tape = _along(here, positions, seed)
            noise = _noise(here, precision, middle)
            return Slope(tape, 0.0, noise, (seed,), still=not leaps, jumps=leaps, changes=False)
    slope = _slope(here, positions, precision, middle, values, seed)
    return replace(slope, outside=_is_outside(here, moved, positions, precision, values, seed))


def depends_elsewhere(
    subject: Subject,
    query: QuerySeen,
    positions: list[int],
    timing: Timing,
    tried: tuple[Window, ...],
) -> bool:
    """Does the target change with the sources once all constants are a little off?

    A zero among the program's numbers can hide a dependence; it does not undo it.
    """
    seed = subject.options.seeds[0]
    base = subject.eager(tried, shaken=True)
    here = same_query(base, query)
    if here is None or here.raised is not None:
        return False
    try:
        nudged = [_nudged(here, position, timing) for position in positions]
        step = precision_of(here, positions).steps[0]
        requests = [
            replace(
                _request(subject, here, base, nudged, sign * step, timing, seed, tried),
                shaken=True,
            )
            for sign in (1, -1)
        ]
        moved = [_moved(report, here) for report in subject.reports(requests)]
    except NoSlope:
        return False
    return any(query.target.get(str(seed)) != here.target[str(seed)] for query in moved)


def _unmoved(
    subject: Subject, query: QuerySeen, tried: tuple[Window, ...]
) -> tuple[Report, QuerySeen]:
    """The run that nudged ones are compared with; what it gives must not depend on chance."""
    base = subject.eager(tried)
    here = same_query(base, query)
    if here is None or here.raised is not None:
        raise NoSlope(_why_not_there(base))
    if not any(map(math.isfinite, here.target.values())):
        raise NoSlope("run eagerly, the target is no tensor with finite numbers")
    if _same_target(query, here):
        return base, here
    again = same_query(subject.eager(tried, repeat=1), query)
    if again is None or not _same_target(again, here):
        raise NoSlope("the program does something else in every run")
    return base, here


def _same_target(one: QuerySeen, other: QuerySeen) -> bool:
    """Traced targets have no numbers: they compare as different, and the run is repeated."""
    rounding = precision_of(other, []).rounding
    slack = 64 * rounding * max(one.magnitude, other.magnitude)
    pairs = [(one.target.get(seed, math.nan), value) for seed, value in other.target.items()]
    return all(abs(a - b) <= slack for a, b in pairs)


def moves(subject: Subject, query: QuerySeen, tried: tuple[Window, ...]) -> list[Timing]:
    """The times at which it makes a difference to move the sources."""
    here = same_query(subject.eager(tried), query)
    timings: list[Timing] = ["entry", "made"]
    if here is not None and any(s.last_writes > s.writes for s in here.sources):
        timings.append("last")
    return timings


def _why_not_there(report: Report) -> str:
    if report.trouble:
        return f"run eagerly, {report.trouble}"
    if report.raised is not None:
        place = f" in line {report.raised.places[0].row}" if report.raised.places else ""
        return f"run eagerly, the program ends with {report.raised.name}{place}"
    return "run eagerly, the program does not ask for this gradient"


def _nudged(query: QuerySeen, position: int, timing: Timing) -> Nudged:
    source = query.sources[position]
    if source.serial < 0:
        raise NoSlope("a source was made in a way that cannot be followed")
    return Nudged(
        serial=source.serial,
        position=position,
        shape=tuple(source.shape),
        dtype=source.dtype,
        scale=source.scale,
        variable=source.variable,
        writes=source.last_writes if timing == "last" else source.writes,
        made_later=source.made_later,
    )


def _request(
    subject: Subject,
    query: QuerySeen,
    base: Report,
    nudged: list[Nudged],
    step: float,
    timing: Timing,
    seed: int,
    tried: tuple[Window, ...],
) -> Request:
    nudge = Nudge(tuple(nudged), seed, step, timing, query.entry, tuple(base.detached))
    return replace(
        subject.request(),
        difference=True,
        nudge=nudge,
        tried_rows=tried,
        until=(query.place, query.occurrence),
    )


def _moved(report: Report, query: QuerySeen) -> QuerySeen:
    moved = same_query(report, query)
    if moved is None:
        raise NoSlope("with moved sources the program takes another way")
    return moved


def precision_of(query: QuerySeen, positions: list[int]) -> Precision:
    """The coarsest type on the way decides."""
    names = [query.target_dtype, *(query.sources[position].dtype for position in positions)]
    names += query.through
    known = [_PRECISIONS.get(name, _PRECISIONS["float32"]) for name in names]
    coarsest = max(known, key=lambda precision: precision.rounding)
    if "GPU" in query.device:
        return replace(coarsest, relative=coarsest.relative * _GPU_FACTOR)
    return coarsest


def _slope(
    query: QuerySeen,
    positions: list[int],
    precision: Precision,
    middle: float,
    values: list[float],
    seed: int,
) -> Slope:
    large, small = precision.steps
    up_large, down_large, up_small, down_small = values
    coarse = (up_large - down_large) / (2 * large)
    fine = (up_small - down_small) / (2 * small)
    # Both errors grow with the square of the step: eliminate them.
    ratio = (large / small) ** 2
    best = (ratio * fine - coarse) / (ratio - 1)
    noise = _noise(query, precision, middle)
    spread = abs(fine - best)
    # At a smooth point the two sides differ by as much less as the step is smaller.
    bend_large = abs(up_large + down_large - 2 * middle) / large
    bend_small = abs(up_small + down_small - 2 * middle) / small
    kink = bend_small > 4 * noise and bend_small > 0.6 * bend_large
    jump = abs(fine) > 2 * abs(coarse) + 4 * noise or (
        abs(coarse) > 4 * noise and abs(fine) < 0.5 * abs(coarse)
    )
    bends = bend_large > 4 * noise * small / large
    tape = _along(query, positions, seed)
    size = max(abs(best), abs(tape or 0.0))
    scale = _shown_scale(query, positions)
    return Slope(
        tape=None if tape is None else tape / scale,
        expected=best / scale,
        tolerance=(precision.relative * size + noise + spread) / scale,
        seeds=(seed,),
        settled=not kink and not jump and spread <= 0.2 * size + noise,
        jumps=jump,
        changes=abs(best) > noise + spread or (bends and not jump and not kink),
    )


def _is_outside(
    query: QuerySeen,
    moved: list[QuerySeen],
    positions: list[int],
    precision: Precision,
    values: list[float],
    seed: int,
) -> bool:
    """Do the slopes that the tape itself has on the way fail to explain the difference quotients?

    By the mean value theorem those of a true gradient lie on both sides of them, also where there
    are kinks in between.
    """
    slopes = [_along(one, positions, seed) for one in (query, *moved)]
    known = [slope for slope in slopes if slope is not None and math.isfinite(slope)]
    if len(known) < len(slopes):
        return False
    here, up_large, down_large, up_small, down_small = known
    large, small = precision.steps
    noise = _noise(query, precision, query.target[str(seed)])
    slack = precision.relative * max(map(abs, known)) + noise
    coarse = (values[0] - values[1]) / (2 * large)
    fine = (values[2] - values[3]) / (2 * small)
    wide, narrow = (here, up_large, down_large), (here, up_small, down_small)
    if _is_smooth(wide, narrow, small / large, slack):
        # Then the quotient is the slopes' own average, up to the fourth power of the step.
        gaps = [
            abs(quotient - (4 * middle + up + down) / 6)
            for quotient, (middle, up, down) in ((coarse, wide), (fine, narrow))
        ]
        return min(gaps) > slack
    hulls = [(coarse, known), (fine, list(narrow))]
    return not any(min(hull) - slack <= q <= max(hull) + slack for q, hull in hulls)


def _is_smooth(
    wide: tuple[float, float, float],
    narrow: tuple[float, float, float],
    ratio: float,
    slack: float,
) -> bool:
    """Do the tape's slopes near the point lie on the parabola through those farther away?"""
    here, up, down = wide
    linear, bend = (up - down) / 2, (up + down) / 2 - here
    spread = max(wide) - min(wide)
    return all(
        abs(seen - (here + sign * ratio * linear + ratio**2 * bend)) <= 0.02 * spread + slack / 4
        for sign, seen in ((1, narrow[1]), (-1, narrow[2]))
    )


def _noise(query: QuerySeen, precision: Precision, middle: float) -> float:
    """What rounding alone does to a difference quotient with the smaller step."""
    return 8 * precision.rounding * max(query.magnitude, abs(middle)) / precision.steps[1]


def _along(query: QuerySeen, positions: list[int], seed: int) -> float | None:
    """What the tape says of the same direction; None where it said nothing at all."""
    given = [query.gradients[position] for position in positions if position < len(query.gradients)]
    if all(gradient.kind == "none" for gradient in given):
        return None
    known = [gradient for gradient in given if gradient.kind != "none"]
    if any(str(seed) not in gradient.along for gradient in known):
        return None
    return sum(gradient.along[str(seed)] for gradient in known)


def _shown_scale(query: QuerySeen, positions: list[int]) -> float:
    """A single number is moved along itself, so that its derivative can be shown as it is."""
    sources = [query.sources[position] for position in positions]
    if len(sources) == 1 and math.prod(sources[0].shape) == 1:
        return sources[0].scale
    return 1.0
