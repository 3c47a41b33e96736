"""Singular points of ops: inputs at which a derivative is infinite or undefined."""

from __future__ import annotations

from collections.abc import Mapping

from tflintgrad.flow.domain.provenance import computed_by, constant_option
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes import shape_of
from tflintgrad.knowledge.op_entry import Op


def singular_input(value: Value, condition: Value | None = None) -> Value | None:
    """Return the input at whose singular point this op's masked gradient is NaN."""
    entry = entry_of(value)
    if entry is None:
        return None
    given = value.facts.get("given") or {}
    masked = entry.fact("masked", given)
    if masked != "nan" and not (value.context.jit and masked == "ok"):
        return None
    named: dict[str, Value] = value.facts.get("arguments") or {}
    if computed_by(value, "power"):
        return power_base(value)
    for name, points in singular_points_of(entry, given).items():
        argument = named.get(name)
        if argument is not None and argument.const is None and points:
            return argument
    overflow = named.get(entry.fact("overflow", given))
    if overflow is None or condition is None:
        return None
    large = _limits(condition) or any(number > 80 for number in literal(overflow))
    return overflow if large else None


def power_base(power: Value) -> Value | None:
    """Return the base of a power that is singular at zero, if its exponent makes it so."""
    inputs = inputs_of(power)
    if len(inputs) != 2:
        return None
    base, exponent = inputs
    if not isinstance(exponent.const, (int, float)):
        return None
    fractional = isinstance(exponent.const, float) and not exponent.const.is_integer()
    singular = exponent.const < 0 or fractional
    return base if singular else None


def singular_points_of(entry: Op, given: Mapping[str, str]) -> dict[str, list[float]]:
    """Return the singular points by argument: for `x:0/-1,y:0`, {"x": [0.0, -1.0], "y": [0.0]}."""
    found: dict[str, list[float]] = {}
    for part in entry.fact("singular", given).split(","):
        name, _, points = part.partition(":")
        if points:
            found[name] = [float(point) for point in points.split("/")]
    return found


def may_be_one(value: Value) -> bool:
    """True if a value has one element, or nothing says that it has more."""
    size = shape_of(value).size
    return size == 1 or (size is None and len(literal(value)) < 2)


def has_one_element(reduction: Value, value: Value) -> bool:
    """True if a reduction takes one element at a time, because its axis has length one."""
    shape = shape_of(value)
    axis = constant_option(reduction, "axis")
    if axis is None:
        return shape.size == 1
    if not axis.lstrip("-").isdigit():
        return False
    number = int(axis)
    known = shape.exact or number < 0
    return known and -len(shape.dims) <= number < len(shape.dims) and shape.dims[number] == 1


def _limits(condition: Value) -> bool:
    """True for a condition such as `x > 30`, which guards against overflow."""
    inputs = condition.facts.get("inputs") or ()
    return any(isinstance(v.const, (int, float)) and abs(v.const) >= 10 for v in inputs)
