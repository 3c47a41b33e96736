"""The judge of gradients that are NaN or infinite."""

from __future__ import annotations

import math
from dataclasses import replace

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.finite_differences import NotMeasurable, measure
from tflintgrad.verify.judges.judgement import Judgement, judge_of
from tflintgrad.verify.protocol import ObservedQuery
from tflintgrad.verify.slopes import Slope


@judge_of("singular")
def singular(judgement: Judgement) -> Verification:
    """Judge whether the gradient holds NaN or infinity."""
    report = judgement.runs.as_is()
    seen = [query for query in judgement.queries(report) if query.raised is None]
    if not seen:
        return judgement.not_reached(report)
    for query in seen:
        positions = [p for p, gradient in enumerate(query.gradients) if not gradient.finite]
        if positions:
            return judgement.confirmed(
                "nan",
                f"the gradient for {judgement.names(query, positions)} holds NaN or infinity",
                query,
                _true_slope(judgement, query, positions),
            )
    return judgement.inconclusive(
        "the program's numbers do not meet the point where the gradient breaks down", seen[0]
    )


def _true_slope(judgement: Judgement, query: ObservedQuery, positions: list[int]) -> Slope:
    """Return the slope beside the tape's NaN, if there is one.

    A masked singularity has a slope; a root at zero has none.
    """
    bad = next(
        (v for p in positions for v in query.gradients[p].values if not math.isfinite(v)), math.nan
    )
    seed = judgement.runs.options.seeds[0]
    try:
        slope = measure(judgement.runs, query, positions, "entry", seed, judgement.judged_rows)
    except (NotMeasurable, IndexError):
        return Slope(tape=bad, expected=None)
    if not slope.settled:
        return Slope(tape=bad, expected=None)
    return replace(slope, tape=bad)
