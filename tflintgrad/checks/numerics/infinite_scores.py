"""Products of zero and infinity, which are NaN (rule 607)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.numerics.nan_paths import is_masked, shown_op, tracked_source
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.infinities import (
    holds_infinity,
    is_infinite,
    vanishes_at_infinity,
)
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.zeros import is_mask
from tflintgrad.flow.reachability import Reachability


@check
def zero_times_infinity(context: CheckContext) -> Iterator[Problem]:
    """Report products of infinity and a mask that is zero where it should exclude."""
    reported: set[int] = set()
    for query in context.graph.queries:
        reach = context.reach(query)
        if reach.gave_up:
            continue
        for value in list(reach.dependencies.values()):
            if value.site is None or id(value.site) in reported:
                continue
            by_mask = _is_mask_of_infinity(value)
            if not (by_mask or _is_at_infinity(reach, value)) or is_masked(reach, value):
                continue
            step = _spoilt_step(reach, value)
            source = tracked_source(reach, query, step) if step is not None else None
            if step is None or source is None:
                continue
            reported.add(id(value.site))
            yield problem(
                "zero-times-infinity" if by_mask else "zero-times-infinity/scores",
                value.site,
                query,
                path=reach.path(source, step),
                culprit=step,
                op=shown_op(value),
            )


def _factors(value: Value) -> tuple[tuple[Value, Value], ...]:
    """Return the factors of a product, in both orders."""
    inputs = inputs_of(value)
    if len(inputs) != 2 or not computed_by(value, "multiply"):
        return ()
    one, other = inputs
    return (one, other), (other, one)


def _is_mask_of_infinity(value: Value) -> bool:
    """True for `(1.0 - mask) * -np.inf`."""
    return any(
        is_infinite(infinite) and (is_mask(zero) or _is_flag(zero))
        for zero, infinite in _factors(value)
    )


def _is_at_infinity(reach: Reachability, value: Value) -> bool:
    """True for probabilities times their logarithms, where a mask made these minus infinity.

    The gradient is NaN if it reaches the probabilities: constant ones make the loss NaN only.
    """
    return any(
        zero.number in reach.must_reach and vanishes_at_infinity(zero) and holds_infinity(infinite)
        for zero, infinite in _factors(value)
    )


def _is_flag(value: Value) -> bool:
    """True for `1.0 - mask` and `tf.cast(mask, tf.float32)`, whatever the mask is."""
    inputs = inputs_of(value)
    while computed_by(value, "subtract") and len(inputs) == 2:
        if inputs[0].const != 1:
            return False
        value = inputs[1]
        if "mask" in value.name.lower():
            return True
        inputs = inputs_of(value)
    return computed_by(value, "cast") and bool(inputs) and inputs[0].dtype in (None, "bool")


def _spoilt_step(reach: Reachability, nan: Value) -> Value | None:
    """Return a step whose slope depends on the NaN, so that the gradient is NaN, too."""
    must = reach.must_reach
    if nan.number in must and reach.is_recorded(nan) and any(e.label != "cut" for e in nan.edges):
        varying = [item for item in inputs_of(nan) if item.number in must]
        if any(holds_infinity(item) for item in varying):
            return nan
    for value in must.values():
        entry = entry_of(value)
        curve = entry.fact("curve") if entry is not None else ""
        if curve != "smooth" or not reach.is_recorded(value):
            continue
        behind = walk_back(value, limit=limits.MAX_WALK_VALUES)
        if any(item is nan for item in behind) and not is_masked(reach, value):
            return value
    return None
