"""Ops at a point where they are singular, which the program certainly reaches (rule 602)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.numerics.nan_paths import is_masked, shown_op, tracked_source
from tflintgrad.checks.numerics.singular_ops import (
    may_be_one,
    power_base,
    singular_points_of,
    takes,
    undefined_reason,
    zero_here,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import may_find
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.equal_rows import takes_equal_rows
from tflintgrad.flow.properties.identities import takes_one_element
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.zeros import (
    ELEMENT,
    ON_DIAGONAL,
    is_mask,
    keeps_diagonal,
    reduced_part,
)
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.op_entry import Op


@check
def singular_points(context: CheckContext) -> Iterator[Problem]:
    """Report singular ops at a point that the program certainly reaches."""
    reported: set[int] = set()
    for query in context.graph.queries:
        reach = context.reach(query)
        order = 2 if any(isinstance(v, Gradients) for v in reach.must_reach.values()) else 1
        for value in list(reach.must_reach.values()):
            reason = reaches_singularity(value, order)
            if reason is None or value.site is None:
                continue
            if id(value.site) in reported:
                continue
            if not reach.is_recorded(value) or is_masked(reach, value, reason):
                continue
            if is_moved(value) or _cancelled(reach, value, reason):
                continue
            source = tracked_source(reach, query, value)
            if source is None:
                continue
            reported.add(id(value.site))
            yield problem(
                "singular-point",
                value.site,
                query,
                path=reach.path(source, value),
                culprit=value,
                op=shown_op(value),
                reason=reason,
            )


def is_moved(value: Value) -> bool:
    """True if a variable was assigned to before this op read it."""
    return any(edge.to.kind is kinds.STATE for edge in value.edges)


def reaches_singularity(value: Value, order: int) -> str | None:
    """Return why some argument certainly is at a singular point, if it is."""
    entry = entry_of(value)
    if entry is None:
        return None
    if (undefined := undefined_reason(value)) is not None:
        return undefined
    named: dict[str, Value] = value.facts.get("arguments") or {}
    if len(set(map(id, named.values()))) < len(named):
        return None
    if computed_by(value, "atan2"):
        reasons = [zero_here(item, ELEMENT) for item in inputs_of(value)[:2]]
        return reasons[0] if reasons and reasons.count(reasons[0]) == len(reasons) == 2 else None
    part = ELEMENT if entry.facts.get("shape") == "elementwise" else reduced_part(value)
    for argument, singular in _singular_arguments(value, entry, order):
        is_spread = entry.facts.get("shape") == "reduce" and len(singular) > 1
        if part > ELEMENT and not is_spread and len(singular) > 1 and may_be_one(argument):
            continue  # equal elements make a matrix singular, but not a single one
        reason = takes(argument, singular, part)
        if reason:
            return reason
        if is_spread and takes_one_element(value, argument):
            return "it takes the spread of one element"
        if is_spread and takes_equal_rows(value, argument):
            return "all rows are equal"
    return None


def _singular_arguments(value: Value, entry: Op, order: int) -> Iterator[tuple[Value, list[float]]]:
    """Yield the inputs with points at which the derivative is not finite, and those points."""
    if computed_by(value, "power"):
        base = power_base(value)
        if base is None:  # a call without arguments
            return
        exponent = inputs_of(value)[-1].const
        if isinstance(exponent, (int, float)) and exponent < 1 + (order > 1):
            yield base, [0.0]
        return
    named: dict[str, Value] = value.facts.get("arguments") or {}
    for name, points in singular_points_of(entry, value.facts.get("given") or {}).items():
        if name in named:
            yield named[name], points


def _cancelled(reach: Reachability, value: Value, reason: str) -> bool:
    """True if a later step multiplies the infinite slope by zero, or does not use that element."""
    entry = entry_of(value)
    if computed_by(value, "atan2") or (entry is not None and entry.facts.get("masked") == "nan"):
        return False
    if not _dropped_behind(reach, value):
        return False
    return reason not in ON_DIAGONAL or all(
        _dropped_behind(reach, product) for product in _of_equal_pairs(reach, value)
    )


def _of_equal_pairs(reach: Reachability, value: Value) -> list[Value]:
    """Return the products `same * value` with a mask that is 1 where a row meets itself."""
    products: list[Value] = []
    for item in reach.must_reach.values():
        inputs = inputs_of(item)
        if len(inputs) == 2 and computed_by(item, "multiply"):
            pairs = (inputs, inputs[::-1])
            if any(one is value and keeps_diagonal(other) for one, other in pairs):
                products.append(item)
    return products


def _dropped_behind(reach: Reachability, value: Value) -> bool:
    """True if the shortest way to the target drops an element that is zero."""
    shifted = False
    before = value
    for step in reach._shortest(reach.query.target, {value.number})[1:]:
        if before.scalar and before is not value:
            return False  # a sum of all elements, of which this is one
        if _drops(step, before, shifted):
            return True
        shifted = shifted or computed_by(step, "add", "subtract", "reduce_sum", "reduce_mean")
        before = step
    return False


def _drops(step: Value, before: Value, shifted: bool) -> bool:
    """True if a step may give an element that is zero no upstream gradient."""
    inputs = inputs_of(step)
    if computed_by(step, "selects") or (
        step.facts.get("op") == "[]" and not step.facts.get("only_reshapes")
    ):
        return True
    if computed_by(step, "relu", "maximum", "minimum", "clip"):
        return not _is_margin(before)
    others = [item for item in inputs if item is not before]
    fixed = any(item.const is not None for item in inputs)
    if computed_by(step, "multiply") and not fixed:
        return not shifted or not others or any(_may_mask(item) for item in others)
    if shifted:
        return False
    if computed_by(step, "square") or (computed_by(step, "divide") and not fixed):
        return not _is_numerator(step, before)
    if computed_by(step, "power"):
        exponent = inputs[1].const if len(inputs) == 2 else None
        return not isinstance(exponent, (int, float)) or exponent > 1
    return computed_by(step, "divide_no_nan")


def _is_numerator(quotient: Value, value: Value) -> bool:
    """True if a value is divided by something that is not computed from it."""
    inputs = inputs_of(quotient)
    if not computed_by(quotient, "divide") or len(inputs) != 2 or inputs[0] is not value:
        return False
    return not may_find(inputs[1], (value,))


def _is_margin(value: Value) -> bool:
    """True for `margin - x`, which is positive where x is zero."""
    inputs = inputs_of(value)
    if not computed_by(value, "subtract") or len(inputs) != 2:
        return False
    margin = inputs[0].const
    return isinstance(margin, (int, float)) and margin > 0


def _may_mask(value: Value) -> bool:
    """True if a factor may be zero where it should: a mask, or data of which nothing is known."""
    return is_mask(value) or value.kind is not kinds.VARIABLE
