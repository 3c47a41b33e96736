"""The range of a value: an interval that its numbers certainly lie in, and fill.

None is no knowledge. `ANY` is knowledge: the output of a linear layer can be any number.
"""

from __future__ import annotations

import math
from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.activations import activation_of
from tflintgrad.knowledge.op_entry import Op
from tflintgrad.knowledge.roles import is_a


class Range:
    """An interval; `attained` says whether ordinary numbers make the value its lower end."""

    __slots__ = ("attained", "high", "low")

    def __init__(self, low: float, high: float, attained: bool = False) -> None:
        self.low = low
        self.high = high
        self.attained = attained

    def __repr__(self) -> str:
        return f"{'[' if self.attained else '('}{self.low:g}, {self.high:g})"


ANY: Final = Range(-math.inf, math.inf)


def range_of(value: Value, depth: int = 0) -> Range | None:
    """Return the range of a value; None if it is not known."""
    if "range" in value.facts:
        return value.facts["range"]
    if depth >= limits.MAX_PROPERTY_STEPS:
        return None
    value.facts["range"] = None  # a loop that comes back here learns nothing
    found = value.facts["range"] = _range(value, depth + 1)
    return found


def _range(value: Value, depth: int) -> Range | None:
    if isinstance(value.const, (int, float)) and value.kind is kinds.NUMBER:
        return Range(float(value.const), float(value.const), True)
    if isinstance(value, Phi):
        return _hull([range_of(item, depth) for item in value.alternatives])
    if isinstance(value, Sequence):
        return _hull([range_of(item, depth) for item in value.items]) if value.exact else None
    predicted = value.facts.get("predicted")
    if predicted is not None:
        return range_of(predicted, depth)
    if value.kind is kinds.VARIABLE:
        return ANY if value.dtype in ("float", None) else None
    if "layer" in value.facts:
        return _of_layer(value, value.facts["layer"], depth)
    if "op" not in value.facts:
        return None
    return _of_op(value, depth)


def _of_layer(value: Value, layer: Layer, depth: int) -> Range | None:
    template = value.facts.get("template")
    if template is not None:
        return range_of(template, depth)
    inputs = inputs_of(value)
    if is_a(layer.name, "keeps_values_layer"):
        return range_of(inputs[0], depth) if inputs else None
    if is_a(layer.name, "normalizing_layer"):
        return ANY
    activation = activation_of(layer)
    if activation is None:
        return None
    if not activation:
        return ANY if is_a(layer.name, "linear_layer") else None
    entry = value.context.module.table.lookup(activation)
    return _stated(entry) if entry is not None else None


def _of_op(value: Value, depth: int) -> Range | None:
    if computed_by(value, "zeros"):
        return Range(0.0, 0.0, True)
    if computed_by(value, "ones"):
        return Range(1.0, 1.0, True)
    if value.dtype == "bool" or computed_by(value, "zeros_and_ones"):
        return Range(0.0, 1.0, True)
    inputs = inputs_of(value)
    if not inputs:
        return None
    if len(inputs) == 2 and computed_by(value, *_ARITHMETIC):
        return _arithmetic(value, inputs[0], inputs[1], depth)
    if value.facts["op"] == "-" and len(inputs) == 1:
        inner = range_of(inputs[0], depth)
        return None if inner is None else Range(-inner.high, -inner.low)
    if computed_by(value, "bound"):
        return _bounded(value, inputs, depth)
    if computed_by(value, "where") and len(inputs) == 3:
        return _hull([range_of(item, depth) for item in inputs[1:]])
    keeps = value.facts.get("constant") or computed_by(value, "keeps_values", "reshape", "cast")
    if keeps or value.facts["op"] == "[]":
        return range_of(inputs[0], depth)
    if computed_by(value, "reduce_sum"):
        return _summed(range_of(inputs[0], depth))
    if computed_by(value, "matmul") and any(item.kind is kinds.VARIABLE for item in inputs):
        return ANY
    entry = entry_of(value)
    return _stated(entry, value) if entry is not None else None


_ARITHMETIC: Final = ("add", "subtract", "multiply", "divide")


def _arithmetic(value: Value, left: Value, right: Value, depth: int) -> Range | None:
    if computed_by(value, "multiply") and left is right:
        return Range(0.0, math.inf)
    if computed_by(value, "subtract") and is_shifted_by_maximum(left, right):
        return Range(-math.inf, 0.0)
    one, other = range_of(left, depth), range_of(right, depth)
    if ANY in (one, other) and None in (one, other) and computed_by(value, "multiply"):
        return ANY  # a weight times data
    if one is None or other is None:
        return None
    fixed = one.low == one.high or other.low == other.high
    if computed_by(value, "add"):
        return Range(one.low + other.low, one.high + other.high, fixed and one.attained)
    if computed_by(value, "subtract"):
        return Range(one.low - other.high, one.high - other.low)
    if computed_by(value, "divide"):
        if not (0 < other.low == other.high):
            return None
        return Range(one.low / other.low, one.high / other.low, one.attained)
    corners = [_product(a, b) for a in (one.low, one.high) for b in (other.low, other.high)]
    low = min(corners)
    zero = any(factor.attained and factor.low == 0 for factor in (one, other))
    return Range(low, max(corners), low == 0 and zero)


def _product(one: float, other: float) -> float:
    return 0.0 if one == 0 or other == 0 else one * other


def is_shifted_by_maximum(value: Value, shift: Value) -> bool:
    """True for `x - reduce_max(x)`, which is not positive."""
    shift = unshaped(shift)
    while computed_by(shift, "detached"):
        shift = unshaped(inputs_of(shift)[0])
    return computed_by(shift, "reduce_max") and inputs_of(shift)[0] is value


def _bounded(value: Value, inputs: tuple[Value, ...], depth: int) -> Range | None:
    """Return the range of `maximum`, `minimum` and `clip_by_value`."""
    named: dict[str, Value] = value.facts.get("arguments") or {}
    free = range_of(inputs[0], depth)
    low, high = (free.low, free.high) if free is not None else (-math.inf, math.inf)
    if computed_by(value, "clip") and len(inputs) == 3:
        lower, upper = range_of(inputs[1], depth), range_of(inputs[2], depth)
    elif len(inputs) == 2:
        bound = range_of(inputs[1], depth)
        if free is not None and free.low == free.high:
            free, bound = bound, free
            low, high = (free.low, free.high) if free is not None else (-math.inf, math.inf)
        lower, upper = (bound, None) if computed_by(value, "maximum") else (None, bound)
    else:
        return None
    if not named or (lower is None and upper is None):
        return None
    if lower is not None:
        low, high = max(low, lower.low), max(high, lower.low)
    if upper is not None:
        low, high = min(low, upper.high), min(high, upper.high)
    return Range(low, high)


def _summed(inner: Range | None) -> Range | None:
    if inner is None:
        return None
    low = 0.0 if inner.low >= 0 else -math.inf
    return Range(low, 0.0 if inner.high <= 0 else math.inf)


def _stated(entry: Op, value: Value | None = None) -> Range | None:
    """Return the range that the op table states."""
    given = (value.facts.get("given") or {}) if value is not None else {}
    stated = entry.fact("range", given)
    if not stated or (value is not None and _has_options(entry, value)):
        return None
    low, _, high = stated[1:-1].partition(",")
    return Range(float(low), float(high), stated[0] == "[")


def _has_options(entry: Op, value: Value) -> bool:
    """True if a call passes arguments, such as a slope, for which the range was not measured."""
    usual = {argument.name for argument in entry.arguments[:2] if argument.effect == "flow"}
    passed = {*(value.facts.get("arguments") or {}), *(value.facts.get("given") or {})}
    return bool(passed - usual - _HARMLESS)


_HARMLESS: Final = frozenset(
    {"axis", "name", "keepdims", "dtype", "mode", "epsilon", "dim", "self"}
)


def _hull(ranges: list[Range | None]) -> Range | None:
    known = [item for item in ranges if item is not None]
    if not known or len(known) < len(ranges):
        return None
    low = min(item.low for item in known)
    attained = any(item.attained for item in known if item.low == low)
    return Range(low, max(item.high for item in known), attained)


def inputs_of(value: Value) -> tuple[Value, ...]:
    """Return the inputs of the op that computed the value."""
    return tuple(value.facts.get("inputs") or ())


def unshaped(value: Value) -> Value:
    """Return the value behind indexing and reshaping: the same numbers."""
    while computed_by(value, "reshape") or (
        value.facts.get("op") == "[]" and value.facts.get("only_reshapes")
    ):
        inputs = inputs_of(value)
        if not inputs:
            break
        value = inputs[0]
    return value
