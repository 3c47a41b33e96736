"""Gates: bounds that no gradient passes, because of the range of what they bound.

`tf.nn.relu` has slope zero below zero, `tf.clip_by_value` outside of its bounds, and a sigmoid far
from zero. If the range of the input lies there, the gradient is zero for all numbers.
"""

from __future__ import annotations

from typing import Final

from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.activations import activation_of
from tflintgrad.flow.properties.ranges import Range, inputs_of, range_of
from tflintgrad.flow.properties.zero_starts import Weights, starts_at
from tflintgrad.knowledge.roles import is_a

#: From here on, a 32-bit number is 1: sigmoid(17), tanh(10).
_SIGMOID: Final = 17.0
_TANH: Final = 10.0


def closed_inputs(value: Value) -> dict[int, str]:
    """Return the inputs whose gradient a bound certainly stops, by number, and why."""
    inputs = inputs_of(value)
    if not inputs:
        return {}
    if "layer" in value.facts:
        reason = _of_activation_layer(value, inputs[0])
    elif computed_by(value, "clip") and len(inputs) == 3:
        reason = _of_clip(inputs)
    elif computed_by(value, "maximum", "minimum") and len(inputs) == 2:
        return _of_extremum(inputs, is_maximum=computed_by(value, "maximum"))
    else:
        reason = _saturated(inputs[0], value.facts.get("op", ""))
    return {} if reason is None else {inputs[0].number: reason}


def _of_activation_layer(value: Value, behind: Value) -> str | None:
    layer = value.facts["layer"]
    if not is_a(layer.name, "activation_layer", "relu") or layer.arguments.unpacked:
        return None
    if is_a(layer.name, "relu") and (layer.arguments.positional or layer.arguments.keywords):
        return None
    return _saturated(behind, activation_of(layer) or "")


def _saturated(behind: Value, activation: str) -> str | None:
    if not is_a(activation, "relu", "sigmoid", "hyperbolic_tangent"):
        return None
    bounds = range_of(behind)
    if bounds is None:
        return None
    if is_a(activation, "relu"):
        return f"what it gets is never above {bounds.high + 0.0:g}" if bounds.high <= 0 else None
    if is_a(activation, "sigmoid"):
        return f"what it gets is at least {bounds.low:g}" if bounds.low >= _SIGMOID else None
    far = bounds.low >= _TANH or bounds.high <= -_TANH
    return f"what it gets lies in {_interval(bounds)}" if far else None


def _of_clip(inputs: tuple[Value, ...]) -> str | None:
    lower, upper = range_of(inputs[1]), range_of(inputs[2])
    if lower is None or upper is None or lower.low != lower.high or upper.low != upper.high:
        return None
    low, high = lower.low, upper.high
    if low >= high:
        return f"its lower bound {low:g} is not below its upper bound {high:g}"
    bounds = range_of(inputs[0])
    if bounds is None or bounds.low == bounds.high:
        return None
    if bounds.high <= low:
        return f"what it gets is never above {bounds.high + 0.0:g}, and its lower bound is {low:g}"
    if bounds.low >= high:
        return f"what it gets is never below {bounds.low:g}, and its upper bound is {high:g}"
    return None


def _of_extremum(inputs: tuple[Value, ...], *, is_maximum: bool) -> dict[int, str]:
    one, other = range_of(inputs[0]), range_of(inputs[1])
    if one is None or other is None:
        return {}
    found: dict[int, str] = {}
    for value, bounds, rival in ((inputs[0], one, other), (inputs[1], other, one)):
        if bounds.low == bounds.high:
            continue
        if is_maximum and bounds.high <= rival.low:
            found[value.number] = (
                f"one side is never above {bounds.high:g}, the other never below {rival.low:g}"
            )
        elif not is_maximum and bounds.low >= rival.high:
            found[value.number] = (
                f"one side is never below {bounds.low:g}, the other never above {rival.high:g}"
            )
    return found


def closed_at_start(value: Value) -> tuple[str, Weights] | None:
    """Return why a bound stops the gradient of its first input while some variables stay put.

    A variable that starts beyond a bound gets no gradient, and never comes back.
    """
    inputs = inputs_of(value)
    if not inputs or not computed_by(value, "clip", "maximum", "minimum", "relu"):
        return None
    numbers, weights = starts_at(inputs[0])
    if not weights or (computed_by(value, "relu") and len(inputs) > 1):
        return None
    low, high = _fixed_bounds(value, inputs)
    if low is not None and all(number < low for number in numbers):
        return f"what it gets starts at {max(numbers):g}, and its lower bound is {low:g}", weights
    if high is not None and all(number > high for number in numbers):
        return f"what it gets starts at {min(numbers):g}, and its upper bound is {high:g}", weights
    return None


def _fixed_bounds(value: Value, inputs: tuple[Value, ...]) -> tuple[float | None, float | None]:
    """Return the bounds that are numbers: below and above."""
    if computed_by(value, "relu"):
        return 0.0, None
    bounds = [_number(item) for item in inputs[1:]]
    if computed_by(value, "clip"):
        return (bounds[0], bounds[1]) if len(bounds) == 2 else (None, None)
    if len(bounds) != 1:
        return None, None
    return (bounds[0], None) if computed_by(value, "maximum") else (None, bounds[0])


def _number(value: Value) -> float | None:
    bounds = range_of(value)
    return bounds.low if bounds is not None and bounds.low == bounds.high else None


def _interval(bounds: Range) -> str:
    return f"[{bounds.low:g}, {bounds.high:g}]"
