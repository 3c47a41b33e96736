"""Symmetry: whether two inputs of a computation can change places."""

from __future__ import annotations

from typing import Any, Final

from tflintgrad import limits
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.properties.ranges import inputs_of

#: Ops whose arguments have no order.
_UNORDERED: Final = ("add", "multiply", "maximum", "minimum", "squared_difference")


def is_symmetric(value: Value, one: Value, other: Value) -> bool | None:
    """True if the value stays the same when its two inputs change places; None: not known."""
    try:
        straight = _form(value, {one.number: "one", other.number: "other"}, 0)
        swapped = _form(value, {one.number: "other", other.number: "one"}, 0)
    except _Unknown:
        return None
    return bool(straight == swapped)


class _Unknown(Exception):
    """Some step is not known, so that nothing can be said."""


def _form(value: Value, leaves: dict[int, str], depth: int) -> Any:
    """Return the computation of a value as nested tuples, without names and places."""
    if value.number in leaves:
        return leaves[value.number]
    if isinstance(value.const, (int, float)):
        return ("number", float(value.const))
    inputs = inputs_of(value)
    op = value.facts.get("op")
    if (
        depth >= limits.MAX_PROPERTY_STEPS
        or op is None
        or not inputs
        or isinstance(value, (Phi, Sequence))
    ):
        raise _Unknown
    parts = [_form(item, leaves, depth + 1) for item in inputs]
    if computed_by(value, *_UNORDERED):
        return (op, *sorted(parts, key=repr))
    if _is_even(value) and computed_by(inputs[0], "subtract") and len(inputs_of(inputs[0])) == 2:
        return (op, *sorted(parts[0][1:], key=repr), *parts[1:])
    return (op, *parts)


def _is_even(value: Value) -> bool:
    """True for a function that does not depend on the sign of its argument."""
    if computed_by(value, "power"):
        exponent = inputs_of(value)[-1].const
        return isinstance(exponent, (int, float)) and exponent % 2 == 0
    return computed_by(value, "square", "magnitude", "norm")
