"""Zeros at the start of a training: values that are zero everywhere before the first step.

A value that is zero because of its weights stays zero while these do not move. So each answer has
the variables and layers on which it relies; none for what is zero by construction.
"""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.query_sources import leaves
from tflintgrad.flow.domain.traversal import all_behind
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.activations import activation_of
from tflintgrad.flow.properties.identities import is_same
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.knowledge.roles import is_a

Weights = frozenset[Value]
_NONE: Final[Weights] = frozenset()


def zero_start(value: Value, depth: int = 0) -> Weights | None:
    """Return the weights because of which a value is zero everywhere; None if it may not be."""
    if depth >= limits.MAX_PROPERTY_STEPS or isinstance(value, (Phi, Sequence)):
        return None
    if "zero_start" not in value.facts:
        # Once for each value: `x = x * x`, forty times, has more ways back than seconds in a year.
        value.facts["zero_start"] = _zero_start(value, depth)
    return value.facts["zero_start"]


def _zero_start(value: Value, depth: int) -> Weights | None:
    if any(edge.to.kind is kinds.STATE for edge in value.edges):
        return None  # the program assigned to it
    if value.kind is kinds.VARIABLE:
        return _of_variable(value)
    if isinstance(value.const, (int, float)) and value.kind is kinds.NUMBER:
        fixed = value.const == 0 and "attribute" not in value.facts
        return _NONE if fixed else None
    layer = value.facts.get("layer")
    if layer is not None:
        return _of_layer(value, layer, depth)
    if computed_by(value, "zeros"):
        return _NONE
    inputs = inputs_of(value)
    return _of_op(value, inputs, depth) if inputs else None


def _of_variable(value: Value) -> Weights | None:
    if not isinstance(value, Variable) or value.initial is None:
        return None
    # One number may be the starting point of a demonstration; a tensor of zeros is an initialiser.
    spelled = computed_by(value.initial, "zeros") or bool(value.keras)
    return frozenset({value}) if spelled and set(literal(value)) == {0.0} else None


def _of_op(value: Value, inputs: tuple[Value, ...], depth: int) -> Weights | None:
    if computed_by(value, "multiply", "matmul"):
        found = [zero_start(item, depth + 1) for item in inputs[:2]]
        known = [item for item in found if item is not None]
        return min(known, key=len) if known else None
    if len(inputs) == 2 and computed_by(value, "subtract") and is_same(inputs[0], inputs[1]):
        return _NONE
    if computed_by(value, "add", "subtract") and len(inputs) == 2:
        one = zero_start(inputs[0], depth + 1)
        other = zero_start(inputs[1], depth + 1) if one is not None else None
        return None if one is None or other is None else one | other
    if computed_by(value, "power") and len(inputs) == 2:
        exponent = inputs[1].const
        positive = isinstance(exponent, (int, float)) and exponent > 0
        return zero_start(inputs[0], depth + 1) if positive else None
    if computed_by(value, "divide") and inputs:
        return zero_start(inputs[0], depth + 1)
    keeps = value.facts.get("constant") or computed_by(
        value,
        "zero_at_zero",
        "keeps_values",
        "reshape",
        "cast",
        "reduce_sum",
        "relu",
        "square",
        "norm",
    )
    return zero_start(inputs[0], depth + 1) if keeps or value.facts.get("op") == "[]" else None


def _of_layer(value: Value, layer: Layer, depth: int) -> Weights | None:
    if "template" in value.facts or layer.parts:
        return None
    if is_a(layer.name, "linear_layer"):
        activation = activation_of(layer)
        keeps = activation == "" or is_a(activation or "", "relu", "zero_at_zero")
        zero = has_zero_kernel(layer) and has_zero_bias(layer)
        return frozenset({layer}) if keeps and zero else None
    inputs = inputs_of(value)
    keeps = is_a(layer.name, "keeps_values_layer", "relu", "dropout_layer")
    return zero_start(inputs[0], depth + 1) if keeps and inputs else None


def starts_at(value: Value) -> tuple[list[float], Weights]:
    """Return the numbers of a value before the first step, and the variables that hold them."""
    numbers = literal(value)
    if not numbers or len(numbers) >= limits.MAX_LITERAL_NUMBERS:
        return [], _NONE
    behind = all_behind(value, limit=limits.MAX_CLOSE_VALUES)
    if behind is None or any(item.kind is kinds.STATE for item in behind):
        return [], _NONE  # the program assigned to a variable
    return numbers, frozenset(item for item in behind if isinstance(item, Variable))


def drawn_zeros(value: Value) -> str:
    """Return why one of the weights that a value stands for in turn is zero in the first step."""
    weights = value.facts.get("any_of")
    if weights is None or any(edge.to.kind is kinds.STATE for edge in value.edges):
        return ""
    if weights.owner.facts.get("havocked"):
        return ""  # code that was not analysed may have loaded weights
    for leaf in leaves(weights):
        linear = isinstance(leaf, Layer) and is_a(leaf.name, "linear_layer")
        if isinstance(leaf, Layer) and linear and has_bias(leaf) and has_zero_bias(leaf):
            return f"the bias of `{leaf.label or leaf.name}` starts at zero"
    return ""


def has_zero_kernel(layer: Layer) -> bool:
    """True if a layer's kernel starts at zero."""
    return _is_zeros(layer.option("kernel_initializer"))


def has_zero_bias(layer: Layer) -> bool:
    """True if a layer's bias starts at zero, as it does by default."""
    initializer = layer.option("bias_initializer")
    return (initializer is None and not layer.arguments.unpacked) or _is_zeros(initializer)


def has_bias(layer: Layer) -> bool:
    """True unless the program says that a layer has no bias."""
    use = layer.option("use_bias")
    return use is None or use.const is not False


def _is_zeros(initializer: Value | None) -> bool:
    if initializer is None:
        return False
    if isinstance(initializer.const, str):
        return initializer.const.lower() in ("zeros", "zero")
    return is_a(initializer.name, "zeros_initializer")


def is_elementwise_zero(value: Value) -> bool:
    """True for an op whose slope is zero where its input is: a ReLU."""
    layer = value.facts.get("layer")
    if layer is not None:
        return is_a(activation_of(layer) or "", "relu")
    return computed_by(value, "relu") and entry_of(value) is not None
