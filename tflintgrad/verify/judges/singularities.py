"""NaN and infinity in a gradient."""

from __future__ import annotations

import math
from dataclasses import replace

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.finite_differences import NoSlope, Slope, measure
from tflintgrad.verify.judges.trial import Judgement, judge_of
from tflintgrad.verify.protocol import QuerySeen


@judge_of("singular")
def singular(trial: Judgement) -> Verification:
    report = trial.subject.natural()
    seen = [query for query in trial.queries(report) if query.raised is None]
    if not seen:
        return trial.not_reached(report)
    for query in seen:
        positions = [p for p, gradient in enumerate(query.gradients) if not gradient.finite]
        if positions:
            return trial.confirmed(
                "nan",
                f"the gradient for {trial.names(query, positions)} holds NaN or infinity",
                query,
                _beside(trial, query, positions),
            )
    return trial.inconclusive(
        "the program's numbers do not meet the point where the gradient breaks down", seen[0]
    )


def _beside(trial: Judgement, query: QuerySeen, positions: list[int]) -> Slope:
    """The true slope, where there is one: a masked singularity has one, a root at zero has not."""
    bad = next(
        (v for p in positions for v in query.gradients[p].values if not math.isfinite(v)), math.nan
    )
    seed = trial.subject.options.seeds[0]
    try:
        found = measure(trial.subject, query, positions, "entry", seed, trial.tried)
    except (NoSlope, IndexError):
        return Slope(tape=bad, expected=None)
    if not found.settled:
        return Slope(tape=bad, expected=None)
    return replace(found, tape=bad)
