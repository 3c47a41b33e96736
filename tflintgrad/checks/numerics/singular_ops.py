"""Singular points of ops: inputs at which a derivative is infinite or undefined."""

from __future__ import annotations

from collections.abc import Mapping

from tflintgrad import limits
from tflintgrad.checks.base import shown
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.equal_rows import takes_equal_rows
from tflintgrad.flow.properties.identities import takes_one_element
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of, range_of
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.flow.properties.zero_starts import drawn_zeros, zero_start
from tflintgrad.flow.properties.zeros import ALL, ELEMENT, reduced_part, zero_reason
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


def undefined_reason(value: Value) -> str | None:
    """Return why a root has no value at all: its argument is never positive."""
    inputs = inputs_of(value)
    if not inputs or not computed_by(value, "square_root", "power"):
        return None
    argument: Value | None = inputs[0]
    if computed_by(value, "power"):
        exponent = inputs[-1].const
        if not isinstance(exponent, float) or exponent.is_integer():
            return None
        argument = power_base(value)
    bounds = range_of(argument) if argument is not None else None
    if bounds is None or bounds.high > 0 or bounds.low == bounds.high:
        return None
    return f"its argument is never above {bounds.high + 0.0:g}"


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


def _limits(condition: Value) -> bool:
    """True for a condition such as `x > 30`, which guards against overflow."""
    inputs = condition.facts.get("inputs") or ()
    return any(isinstance(v.const, (int, float)) and abs(v.const) >= 10 for v in inputs)


def takes(value: Value, points: list[float], part: int) -> str | None:
    """Return why a part of the value certainly is at one of the points, if it is."""
    whole = part > ELEMENT
    numbers = literal(value)
    if numbers:
        hits = [number in points for number in numbers]
        equal = len(set(numbers)) == 1
        if (
            whole
            and equal
            and len(numbers) < limits.MAX_LITERAL_NUMBERS
            and (all(hits) or len(points) > 1)
        ):
            return f"{shown(value)} is {numbers[0]:g} everywhere"
        if not whole and any(hits):
            return f"{shown(value)} is {numbers[hits.index(True)]:g}"
    if whole and len(points) > 1 and _is_constant(value):
        return "all its elements are the same number"
    return zero_here(value, part) if 0.0 in points else None


def zero_here(value: Value, part: int) -> str | None:
    """Return why some part of a value is zero, or all of it in the first step."""
    found = zero_reason(value, part)
    if found is None:
        found = drawn_zeros(value if part == ALL else _taken_together(value)) or None
    if found is None and zero_start(value) is not None:
        return "its argument starts at zero"
    if found is None and computed_by(value, "spread") and inputs_of(value):
        if takes_equal_rows(value, inputs_of(value)[0]):
            return "the spread of equal rows is zero"
        if takes_one_element(value, inputs_of(value)[0]):
            return "the spread of one element is zero"
    return found


def _taken_together(value: Value) -> Value:
    """Return the tensor whose squares or absolute values a number adds up."""
    if not computed_by(value, "reduce_sum") or reduced_part(value) != ALL:
        return value
    inner = inputs_of(value)[0]
    parts = inputs_of(inner)
    positive = computed_by(inner, "square", "magnitude", "power", "multiply")
    return parts[0] if positive and parts and (len(parts) == 1 or _is_square(parts)) else value


def _is_square(parts: tuple[Value, ...]) -> bool:
    return parts[0] is parts[1] or parts[1].const == 2


def _is_constant(value: Value) -> bool:
    """True for one number in every element: `tf.fill`, `scale * tf.ones(n)`."""
    inputs = inputs_of(value)
    if computed_by(value, "fill"):
        return any(item.scalar for item in inputs)
    if not computed_by(value, "multiply") or len(inputs) != 2:
        return False
    ones = [item for item in inputs if computed_by(item, "ones", "zeros") or item.scalar]
    return len(ones) == 2
