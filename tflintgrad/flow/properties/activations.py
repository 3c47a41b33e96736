"""Activations of layers, and probabilities: what a softmax or a sigmoid computed."""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import External, Layer
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.knowledge.roles import is_a

#: Where Keras keeps the functions that a string names.
_FAMILY: Final = "keras.activations."


def activation_of(layer: Layer) -> str | None:
    """Return the name of a layer's activation; "" if it has none, None if it is not known."""
    passed = layer.option("activation")
    if is_a(layer.name, "softmax", "sigmoid", "relu"):
        return layer.name
    if passed is None:
        return "" if is_a(layer.name, "linear_layer") and not layer.arguments.unpacked else None
    if passed.kind is kinds.NONE:
        return ""
    if isinstance(passed.const, str):
        return _named(_FAMILY + passed.const)
    if isinstance(passed, (External, Layer)):
        return _named(passed.name)
    return None


def _named(name: str) -> str:
    return "" if is_a(name, "linear_activation") else name


class Probabilities:
    """The origin of probabilities: `made`, a softmax or sigmoid."""

    __slots__ = ("bare", "by_keras", "is_softmax", "made")

    def __init__(self, made: Value, is_softmax: bool, by_keras: bool) -> None:
        self.made = made
        self.is_softmax = is_softmax
        #: Keras' own code applied the activation: it remembers the logits.
        self.by_keras = by_keras
        #: No other op follows, which would hide the activation.
        self.bare = True


def probabilities_of(value: Value, depth: int = 0) -> Probabilities | None:
    """Return where a value got probabilities from; None if it is not known to be some."""
    if depth >= limits.MAX_PROPERTY_STEPS:
        return None
    if isinstance(value, Phi):
        found = [probabilities_of(item, depth + 1) for item in value.alternatives]
        known = [item for item in found if item is not None]
        return known[0] if known and len(known) == len(found) and not value.loop else None
    behind = value.facts.get("predicted") or value.facts.get("template")
    if behind is not None:
        return probabilities_of(behind, depth + 1)
    layer = value.facts.get("layer")
    if layer is not None and not is_a(layer.name, "keeps_values_layer"):
        activation = activation_of(layer) or ""
        if is_a(activation, "softmax", "sigmoid"):
            return Probabilities(value, is_a(activation, "softmax"), by_keras=True)
        return None
    if computed_by(value, "softmax", "sigmoid"):
        called = str(value.facts.get("called") or "")
        return Probabilities(value, computed_by(value, "softmax"), called.startswith("keras."))
    inputs = value.facts.get("inputs") or ()
    if not inputs or not (layer is not None or _keeps(value)):
        return None
    inner = probabilities_of(inputs[0], depth + 1)
    if inner is None:
        return None
    found_here = Probabilities(inner.made, inner.is_softmax, inner.by_keras)
    found_here.bare = False
    return found_here


def origin_of(value: Value) -> Value:
    """Return the value that computed the numbers of a value, before they were only moved."""
    for _ in range(limits.MAX_PROPERTY_STEPS):
        behind = value.facts.get("predicted") or value.facts.get("template")
        inputs = value.facts.get("inputs") or ()
        layer = value.facts.get("layer")
        moved = is_a(layer.name, "keeps_values_layer") if layer is not None else _keeps(value)
        if behind is None and (not inputs or not moved):
            break
        value = behind if behind is not None else inputs[0]
    return value


def _keeps(value: Value) -> bool:
    """True if the value has the numbers of its first input, or some of them."""
    if value.facts.get("op") == "[]":
        return True
    return value.dtype != "int" and computed_by(value, "keeps_values", "reshape", "cast")
