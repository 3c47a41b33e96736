"""Identities: values that stay the same, whatever the numbers are that they are computed from.

The sum of a softmax is 1, the mean of centred numbers 0, and `x - x` is 0: a gradient passes every
step of these, and adds up to zero.
"""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.activations import activation_of
from tflintgrad.flow.properties.ranges import inputs_of, unshaped
from tflintgrad.flow.properties.shapes.rule_calls import Call, integers
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.knowledge.roles import is_a

#: The axes of a computation, as the program writes them; None for all of them.
Axes = tuple[int, ...] | None


def constant_reason(value: Value) -> str | None:
    """Return why the value is a constant although it is computed from something."""
    inputs = inputs_of(value)
    if not inputs or isinstance(value, Phi):
        return None
    if computed_by(value, "reduce_sum", "reduce_mean"):
        return _reduced(value, inputs[0])
    if computed_by(value, "norm") and not _names_order(value):
        unit = unit_axes(inputs[0])
        return _UNIT if unit is not None and _covers(value, unit[0], inputs[0]) else None
    if computed_by(value, "log_sum_exp") and computed_by(inputs[0], "log_softmax"):
        axes = axes_of(inputs[0], (-1,))
        return _LOG_SOFTMAX if axes and _covers(value, axes[0], inputs[0]) else None
    if computed_by(value, "variance") and takes_one_element(value, inputs[0]):
        return "the variance of one element is 0"
    return _of_two(value, inputs[0], inputs[1]) if len(inputs) == 2 else None


_UNIT: Final = "the length of a normalised vector is 1"
_LOG_SOFTMAX: Final = "the exponentials of a `log_softmax` sum to 1"


def _of_two(value: Value, left: Value, right: Value) -> str | None:
    left, right = _original(left, value), _original(right, value)
    if computed_by(value, "subtract", "divide", "squared_difference") and is_same(left, right):
        result = 1 if computed_by(value, "divide") else 0
        return f"both sides are the same value, so that it is {result}"
    loss = value.facts.get("loss")
    name = loss.name if loss is not None else value.facts["op"]
    if is_a(name, "distance_loss") and is_same(left, right):
        return "it compares a value with itself"
    if computed_by(value, "add") and _is_circle(_squared(left), _squared(right)):
        return "the squares of sine and cosine sum to 1"
    return None


def _is_circle(one: Value | None, other: Value | None) -> bool:
    """True for the sine and the cosine of the same angle."""
    if one is None or other is None:
        return False
    sine, cosine = (one, other) if computed_by(one, "sine") else (other, one)
    if not computed_by(sine, "sine") or not computed_by(cosine, "cosine"):
        return False
    return _is_seen_alike(sine, cosine) and is_same(inputs_of(sine)[0], inputs_of(cosine)[0])


def _original(value: Value, user: Value) -> Value:
    """Return what `tf.identity` copied, if the tapes of its user recorded the copy."""
    while computed_by(value, "linear_activation") and _is_seen_alike(value, user):
        value = inputs_of(value)[0]
    return value


def is_same(left: Value, right: Value) -> bool:
    """True for one value, or the same deterministic ops on one value."""
    if left is right:
        return left.const is None
    return _is_repeated(left, right, 0)


def _is_seen_alike(one: Value, other: Value) -> bool:
    """True if the same tapes record both values; a value before the tape is a constant for it."""
    return one.context.recording == other.context.recording


#: The facts that are equal where a computation is repeated.
_SAME: Final = ("op", "index", "layer", "given")


def _is_repeated(left: Value, right: Value, depth: int) -> bool:
    """True if both sides repeat one computation, without a random part."""
    if left is right or (left.const is not None and left.const == right.const):
        return True
    same = all(left.facts.get(name) == right.facts.get(name) for name in _SAME)
    inputs, others = inputs_of(left), inputs_of(right)
    if depth >= limits.MAX_PATTERN_STEPS or not same or not inputs or len(inputs) != len(others):
        return False
    if left.facts["op"] == "[]" or not _is_fixed_step(left) or not _is_fixed_step(right):
        return False
    if not _is_seen_alike(left, right):
        return False
    return all(_is_repeated(a, b, depth + 1) for a, b in zip(inputs, others, strict=True))


def _is_fixed_step(value: Value) -> bool:
    """True for an op or layer that gives the same result for the same inputs."""
    if any(edge.to.kind is kinds.STATE for edge in value.edges):
        return False  # the program assigned to a variable in between
    layer = value.facts.get("layer")
    if layer is not None:
        fixed = is_a(layer.name, "linear_layer", "keeps_values_layer", "layer_normalization")
        return fixed and not layer.parts and "template" not in value.facts
    if computed_by(value, "zeros_and_ones", "cast", "keeps_values") or value.facts.get("constant"):
        return True
    entry = entry_of(value)
    return entry is not None and bool(entry.fact("curve")) and not entry.fact("random")


def _squared(value: Value) -> Value | None:
    """Return x of `x ** 2`, `tf.square(x)` and `x * x`."""
    inputs = inputs_of(value)
    if computed_by(value, "square") and inputs:
        return inputs[0]
    if len(inputs) != 2:
        return None
    if computed_by(value, "power"):
        return inputs[0] if inputs[1].const == 2 else None
    return inputs[0] if computed_by(value, "multiply") and is_same(inputs[0], inputs[1]) else None


# --- sums over an axis ------------------------------------------------------------------


def axes_of(value: Value, default: Axes = None) -> Axes:
    """Return the axes that a call names; an empty tuple if they are not known."""
    passed = value.facts.get("passed")
    if passed is None or passed.unpacked:
        return ()
    axis = Call(value, "", shape_of, constructed=False).option("axis")
    if axis is None:
        return default
    numbers = integers(axis)
    return tuple(numbers) if numbers else ()


def _covers(reduction: Value, axis: int | None, value: Value) -> bool:
    """True if a reduction takes all elements along an axis together; None: of the whole value."""
    axes = axes_of(reduction)
    if axes is None:
        return True
    if axis is None:
        return False
    if axis in axes:
        return True
    rank = shape_of(value).rank
    return rank is not None and axis % rank in [item % rank for item in axes]


def _reduced(value: Value, summed: Value) -> str | None:
    """Return why a sum or mean is constant."""
    found = fixed_sum(summed)
    if found is not None:
        axis, reason = found
        return reason if _covers(value, axis, summed) else None
    base = _squared(summed)
    unit = unit_axes(base) if base is not None else None
    if unit is not None and base is not None and _covers(value, unit[0], base):
        return _UNIT
    return None


def fixed_sum(value: Value, depth: int = 0) -> tuple[int | None, str] | None:
    """Return the axis along which a value sums to a constant, and why."""
    behind = value.facts.get("predicted") or value.facts.get("template")
    if behind is not None:
        return fixed_sum(behind, depth + 1) if depth < limits.MAX_PATTERN_STEPS else None
    layer = value.facts.get("layer")
    if layer is not None:
        return _fixed_sum_of_layer(layer)
    inputs = inputs_of(value)
    if depth >= limits.MAX_PATTERN_STEPS or not inputs:
        return None
    if computed_by(value, "softmax"):
        axes = axes_of(value, (-1,))
        return (axes[0], "a softmax sums to 1") if axes and len(axes) == 1 else None
    if len(inputs) != 2:
        return None
    if computed_by(value, "subtract"):
        found = _centred(inputs[0], inputs[1])
        return found if _is_seen_alike(value, unshaped(inputs[1])) else None
    if not computed_by(value, "divide", "multiply"):
        return None
    if computed_by(value, "divide") and (shares := _shares(value, inputs)) is not None:
        return shares
    for part, factor in (inputs, inputs[::-1])[: 1 if computed_by(value, "divide") else 2]:
        found = fixed_sum(part, depth + 1)
        # A sum to zero stays zero with any factor that is the same along the axis.
        if found is not None and (_is_number(factor) or found[1] == _CENTRED):
            return found if _is_uniform(factor, found[0], part) else None
    return None


def _shares(value: Value, inputs: tuple[Value, ...]) -> tuple[int | None, str] | None:
    """Return the axis of `x / reduce_sum(x, axis)`."""
    total = unshaped(inputs[1])
    if not computed_by(total, "reduce_sum") or not is_same(inputs_of(total)[0], inputs[0]):
        return None
    axes = axes_of(total)
    if not _is_seen_alike(value, total) or (axes is not None and len(axes) != 1):
        return None
    return (None if axes is None else axes[0]), "the shares of a sum add up to 1"


_CENTRED: Final = "the mean of what has its mean subtracted is 0"


def _fixed_sum_of_layer(layer: Layer) -> tuple[int | None, str] | None:
    if is_a(layer.name, "layer_normalization"):
        fixed = [layer.option("center"), layer.option("scale")]
        plain = all(item is not None and item.const is False for item in fixed)
        default = layer.option("axis") is None
        return (-1, "the mean of a layer normalisation is 0") if plain and default else None
    axis = layer.option("axis")
    if not is_a(activation_of(layer) or "", "softmax") or (axis is not None and axis.const != -1):
        return None
    return -1, "a softmax sums to 1"


def _centred(value: Value, mean: Value) -> tuple[int | None, str] | None:
    """Return the axis of `x - reduce_mean(x, axis)`."""
    mean = unshaped(mean)
    if not computed_by(mean, "reduce_mean") or inputs_of(mean)[0] is not value:
        return None
    axes = axes_of(mean)
    if axes is None:
        return None, _CENTRED
    return (axes[0], _CENTRED) if len(axes) == 1 else None


def _is_number(value: Value) -> bool:
    return isinstance(value.const, (int, float))


def _is_uniform(factor: Value, axis: int | None, value: Value, depth: int = 0) -> bool:
    """True if a factor is the same number along an axis: a number, or a statistic of that axis."""
    if _is_number(factor) or factor.scalar:
        return True
    if depth >= limits.MAX_COMPARED_STEPS:
        return False
    inputs = inputs_of(factor)
    if computed_by(factor, "add", "maximum") and len(inputs) == 2:
        return all(_is_uniform(item, axis, value, depth + 1) for item in inputs)
    shape = entry_of(factor)
    if shape is None or not inputs:
        return False
    if shape.fact("shape") == "reduce":
        return _covers(factor, axis, value)
    root = shape.fact("shape") == "elementwise" and len(inputs) == 1
    return root and _is_uniform(inputs[0], axis, value, depth + 1)


def unit_axes(value: Value) -> tuple[int | None] | None:
    """Return the axis along which a value has length 1, in a tuple."""
    inputs = inputs_of(value)
    if not inputs:
        return None
    if computed_by(value, "normalize") and not _names_order(value):
        axes = axes_of(value, (-1,) if is_a(value.facts["op"], "normalizes_last") else None)
        if axes is None:
            return (None,)
        return (axes[0],) if len(axes) == 1 else None
    if not computed_by(value, "divide") or len(inputs) != 2:
        return None
    norm = unshaped(inputs[1])
    if not computed_by(norm, "norm") or inputs_of(norm)[0] is not inputs[0]:
        return None
    if not _is_seen_alike(value, norm):
        return None
    axes = axes_of(norm)
    if axes is None:
        return (None,)
    return (axes[0],) if len(axes) == 1 else None


def normalises_one(value: Value) -> str | None:
    """Return why a layer that normalises gives the same number for every input."""
    layer, inputs = value.facts.get("layer"), inputs_of(value)
    if layer is None or not inputs or layer.arguments.unpacked:
        return None
    if is_a(layer.name, "layer_normalization"):
        axis = layer.option("axis")
        last = axis is None or axis.const == -1
        return _ONE_FEATURE if last and shape_of(inputs[0]).last == 1 else None
    if is_a(layer.name, "batch_normalization") and _uses_batch(value, layer):
        shape = shape_of(inputs[0])
        return _ONE_ROW if shape.rank == 2 and shape.dims[0] == 1 else None
    return None


def _uses_batch(value: Value, layer: Layer) -> bool:
    """True if a batch normalisation certainly takes the statistics of its batch."""
    flags = [layer.option("axis"), layer.option("trainable")]
    training = value.context.training
    return flags == [None, None] and training is not None and training.const is True


_ONE_ROW: Final = "a batch of one row minus its own mean is 0"
_ONE_FEATURE: Final = "a single feature minus its own mean is 0"


def _names_order(value: Value) -> bool:
    """True for another norm than the Euclidean one."""
    return Call(value, "", shape_of, constructed=False).option("norm_order") is not None


def takes_one_element(reduction: Value, value: Value) -> bool:
    """True if a reduction takes one element at a time, because its axis has length one."""
    shape = shape_of(value)
    axes = axes_of(reduction)
    if axes is None:
        return shape.size == 1
    if len(axes) != 1:
        return False
    number = axes[0]
    known = shape.exact or number < 0
    return known and -len(shape.dims) <= number < len(shape.dims) and shape.dims[number] == 1
