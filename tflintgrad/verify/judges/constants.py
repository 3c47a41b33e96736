"""The judge of gradients that are zero by an identity, a bound or a zero factor."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.judgement import JUDGES, Judgement, judge_of
from tflintgrad.verify.protocol import ObservedQuery

#: Sums that are zero by an identity leave rounding errors of this size, relative to the target.
_ROUNDING = 1e-5


@judge_of("constant")
def constant(judgement: Judgement) -> Verification:
    """Judge whether a gradient is zero, or consists of rounding errors."""
    report = judgement.runs.as_is()
    seen = [query for query in judgement.queries(report) if query.raised is None]
    for query in seen:
        positions = [p for p, gradient in enumerate(query.gradients) if gradient.zero]
        if positions:
            names = judgement.names(query, positions)
            return judgement.confirmed("zero", f"TensorFlow gives zeros for {names}", query)
    for query in seen:
        positions = _rounded(query)
        if positions:
            names = judgement.names(query, positions)
            largest = max(abs(v) for p in positions for v in query.gradients[p].values)
            reason = f"the gradient for {names} is rounding errors, at most {largest:.1g}"
            return judgement.confirmed("zero", reason, query)
    return JUDGES["step"](judgement)


def _rounded(query: ObservedQuery) -> list[int]:
    """Return the positions of gradients that are as small as rounding errors."""
    bound = _ROUNDING * max(1.0, min(query.magnitude, 1e3))
    return [
        position
        for position, gradient in enumerate(query.gradients)
        if gradient.kind == "numbers"
        and gradient.finite
        and gradient.values
        and all(abs(value) <= bound for value in gradient.values)
    ]
