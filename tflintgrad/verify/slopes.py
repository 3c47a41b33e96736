"""The arithmetic of finite differences: difference quotients beside the tape's own slopes.

Nothing is run here; see `finite_differences` for the runs whose numbers these functions compare.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from tflintgrad.verify.protocol import ObservedQuery


@dataclass(frozen=True, slots=True)
class Precision:
    """The two relative step sizes, the rounding error and the tolerance of a dtype."""

    steps: tuple[float, float]
    rounding: float
    relative: float


_PRECISIONS = {
    "float64": Precision((1e-3, 2.5e-4), 2**-53, 1e-5),
    "float32": Precision((1e-2, 2.5e-3), 2**-24, 2e-3),
    "float16": Precision((2e-1, 5e-2), 2**-11, 5e-2),
    "bfloat16": Precision((5e-1, 2.5e-1), 2**-9, 1e-1),
}
#: GPUs add numbers in another order in every run.
_GPU_FACTOR = 4.0


@dataclass(frozen=True, slots=True)
class Slope:
    """The tape's slope and the measured one, along the same direction."""

    tape: float | None
    expected: float | None
    tolerance: float | None = None
    seeds: tuple[int, ...] = ()
    #: The target did not change at all, however far the sources were moved.
    unchanged: bool = False
    #: Both step sizes, and both sides, agree: it is a slope, not a jump or a kink.
    settled: bool = True
    #: The quotient grows as the step shrinks, or one step size alone changes the target.
    jumps: bool = False
    #: No slope that the tape gives nearby explains how the target changes.
    contradicts_tape: bool = False
    #: The target changes smoothly, even if the slope is zero at this very point.
    changes: bool = True

    @property
    def difference(self) -> float | None:
        """The distance between the two slopes; None if one is missing or not finite."""
        if self.tape is None or self.expected is None:
            return None
        difference = abs(self.tape - self.expected)
        return difference if math.isfinite(difference) else None

    @property
    def agrees(self) -> bool:
        """True if the slopes agree within a tolerance that is small beside the slopes themselves.

        The tolerance may be large beside slopes that are zero.
        """
        difference, tolerance = self.difference, self.tolerance or 0.0
        if difference is None or difference > tolerance:
            return False
        size = max(abs(self.tape or 0.0), abs(self.expected or 0.0))
        return tolerance <= 0.25 * size or self.unchanged or not self.changes


def precision_of(query: ObservedQuery, positions: list[int]) -> Precision:
    """Return the precision of the coarsest dtype between the sources and the target."""
    names = [query.target_dtype, *(query.sources[position].dtype for position in positions)]
    names += query.low_precision
    known = [_PRECISIONS.get(name, _PRECISIONS["float32"]) for name in names]
    coarsest = max(known, key=lambda precision: precision.rounding)
    if "GPU" in query.device:
        return replace(coarsest, relative=coarsest.relative * _GPU_FACTOR)
    return coarsest


def slope_from(
    query: ObservedQuery,
    positions: list[int],
    precision: Precision,
    values: list[float],
    seed: int,
) -> Slope:
    """Return the slope at an unperturbed query.

    `values` are the target after moves by plus and minus the large step, then by plus and minus the
    small step.
    """
    middle = query.target_sums[str(seed)]
    large, small = precision.steps
    up_large, down_large, up_small, down_small = values
    coarse = (up_large - down_large) / (2 * large)
    fine = (up_small - down_small) / (2 * small)
    # Richardson extrapolation: both errors grow with the square of the step.
    ratio = (large / small) ** 2
    best = (ratio * fine - coarse) / (ratio - 1)
    noise = noise_of(query, precision, middle)
    spread = abs(fine - best)
    # At a smooth point, the difference between the two sides shrinks with the step.
    bend_large = abs(up_large + down_large - 2 * middle) / large
    bend_small = abs(up_small + down_small - 2 * middle) / small
    kink = bend_small > 4 * noise and bend_small > 0.6 * bend_large
    jump = abs(fine) > 2 * abs(coarse) + 4 * noise or (
        abs(coarse) > 4 * noise and abs(fine) < 0.5 * abs(coarse)
    )
    bends = bend_large > 4 * noise * small / large
    tape = tape_slope(query, positions, seed)
    size = max(abs(best), abs(tape or 0.0))
    scale = _display_scale(query, positions)
    return Slope(
        tape=None if tape is None else tape / scale,
        expected=best / scale,
        tolerance=(precision.relative * size + noise + spread) / scale,
        seeds=(seed,),
        settled=not kink and not jump and spread <= 0.2 * size + noise,
        jumps=jump,
        changes=abs(best) > noise + spread or (bends and not jump and not kink),
    )


def contradicts_tape(
    query: ObservedQuery,
    moved: list[ObservedQuery],
    positions: list[int],
    precision: Precision,
    values: list[float],
    seed: int,
) -> bool:
    """True if the tape's slopes at the moved points do not explain the difference quotients.

    By the mean value theorem, the slopes of a true gradient lie on both sides of the quotients,
    even if there are kinks in between. `moved` and `values` are in the order of `slope_from`.
    """
    slopes = [tape_slope(one, positions, seed) for one in (query, *moved)]
    known = [slope for slope in slopes if slope is not None and math.isfinite(slope)]
    if len(known) < len(slopes):
        return False
    here, up_large, down_large, up_small, down_small = known
    large, small = precision.steps
    noise = noise_of(query, precision, query.target_sums[str(seed)])
    slack = precision.relative * max(map(abs, known)) + noise
    coarse = (values[0] - values[1]) / (2 * large)
    fine = (values[2] - values[3]) / (2 * small)
    wide, narrow = (here, up_large, down_large), (here, up_small, down_small)
    if _is_smooth(wide, narrow, small / large, slack):
        # By Simpson's rule, the quotient is the slopes' average up to the fourth power of the step.
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
    """True if the tape's slopes near the point lie on the parabola through those farther away."""
    here, up, down = wide
    linear, bend = (up - down) / 2, (up + down) / 2 - here
    spread = max(wide) - min(wide)
    return all(
        abs(slope - (here + sign * ratio * linear + ratio**2 * bend)) <= 0.02 * spread + slack / 4
        for sign, slope in ((1, narrow[1]), (-1, narrow[2]))
    )


def noise_of(query: ObservedQuery, precision: Precision, middle: float) -> float:
    """Return what rounding alone does to a difference quotient with the smaller step."""
    return 8 * precision.rounding * max(query.magnitude, abs(middle)) / precision.steps[1]


def tape_slope(query: ObservedQuery, positions: list[int], seed: int) -> float | None:
    """Return the tape's slope along the direction of `seed`; None if the tape gave no number."""
    gradients = [query.gradients[p] for p in positions if p < len(query.gradients)]
    if all(gradient.kind == "none" for gradient in gradients):
        return None
    known = [gradient for gradient in gradients if gradient.kind != "none"]
    if any(str(seed) not in gradient.along for gradient in known):
        return None
    return sum(gradient.along[str(seed)] for gradient in known)


def _display_scale(query: ObservedQuery, positions: list[int]) -> float:
    """Return the factor between a slope and the derivative to display.

    A single number is moved along itself, so that its derivative can be shown as it is.
    """
    sources = [query.sources[position] for position in positions]
    if len(sources) == 1 and math.prod(sources[0].shape) == 1:
        return sources[0].scale
    return 1.0
