"""Curvature: how a value depends on some sources, computed on demand.

The second derivative of what is linear or piecewise linear is zero. Sources count together: a
product of two of them is curved, though it is linear in each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import (
    External,
    Function,
    Gradients,
    Instance,
    Layer,
    Partial,
    Weights,
)
from tflintgrad.flow.domain.query_sources import leaves_of
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.knowledge.keras_layers import has_variables
from tflintgrad.knowledge.op_entry import Op
from tflintgrad.knowledge.roles import is_a

#: How a value depends on the sources, each including those before. A nested tape answers `None` for
#: the second derivative of what is linear or kinked, and zeros for what is piecewise linear.
CONSTANT: Final = 0
LINEAR: Final = 1
KINKED: Final = 2
PIECEWISE: Final = 3
SMOOTH: Final = 4
UNKNOWN: Final = 5

_WORDS: Final = {
    "linear": LINEAR,
    "piecewise.none": KINKED,
    "piecewise": PIECEWISE,
    "smooth": SMOOTH,
}
#: Of an inner query and sources: the level of its target, and the order it was found at.
Memory = dict[tuple[int, frozenset[int]], tuple[int, int]]
_OBJECTS: Final = (Layer, Instance, Function, Partial, External)


class Curvature:
    """How the values behind a target depend on some sources; each target is computed once."""

    def __init__(
        self,
        sources: Iterable[Value],
        memory: Memory | None = None,
        active: frozenset[int] = frozenset(),
    ) -> None:
        self.sources = frozenset(value.number for source in sources for value in _same(source))
        self._levels: dict[int, int] = {}
        self._inner: dict[int, int] = {}
        #: What inner queries give, shared by those that ask for the same sources.
        self._memory: Memory = {} if memory is None else memory
        #: The inner queries that this one is computed for: in a loop they may depend on each other.
        self._active = active

    def of(self, target: Value) -> int:
        """Return how the target depends on the sources."""
        if target.number not in self._levels:
            self._compute(target)
        return self._levels[target.number]

    def of_inner(self, gradients: Gradients) -> int:
        """Return how the target of an inner query depends on these sources and its own together."""
        known = self._inner.get(gradients.number)
        if known is None:
            self._inner[gradients.number] = UNKNOWN
            order = len(self._active)
            if gradients.number in self._active or order >= limits.MAX_DERIVATIVES:
                return UNKNOWN
            query = gradients.query
            own = [source.value for source in query.sources]
            inner = Curvature(own, self._memory, self._active | {gradients.number})
            inner.sources |= self.sources
            asked = (gradients.number, inner.sources)
            level, found_at = self._memory.get(asked, (UNKNOWN, limits.MAX_DERIVATIVES))
            if level == UNKNOWN and found_at > order:  # it may be known with fewer orders around
                level = inner.of(query.target)
                self._memory[asked] = level, order
            known = self._inner[gradients.number] = level
        return known

    def _compute(self, target: Value) -> None:
        behind = self._behind(target)
        if behind is None:
            self._levels[target.number] = UNKNOWN
            return
        for value in behind:
            self._levels.setdefault(value.number, CONSTANT)
        for _ in range(limits.MAX_CURVATURE_PASSES):
            changed = False
            for value in behind:
                level = max(self._levels[value.number], self._transfer(value))
                if level != self._levels[value.number]:
                    self._levels[value.number] = level
                    changed = True
            if not changed:
                return
        self._levels[target.number] = UNKNOWN

    def _behind(self, target: Value) -> list[Value] | None:
        """Return what the level of a target depends on, inputs first; None if it is too much."""
        found: list[Value] = []
        seen: set[int] = set()
        pending: list[tuple[Value, bool]] = [(target, False)]
        while pending:
            value, visited = pending.pop()
            if visited:
                found.append(value)
            elif value.number not in seen:
                if len(seen) >= limits.MAX_WALK_VALUES:
                    return None
                seen.add(value.number)
                pending.append((value, True))
                if value.number not in self.sources and not isinstance(value, _OBJECTS):
                    pending.extend((e.to, False) for e in value.edges if e.label != "cut")
        return found

    def _level(self, value: Value) -> int:
        return self._levels.get(value.number, CONSTANT)

    def _transfer(self, value: Value) -> int:
        """Return the level of a value, from those of what it was computed from."""
        if value.number in self.sources:
            return LINEAR
        if isinstance(value, _OBJECTS):
            return CONSTANT
        if isinstance(value, Gradients):
            return self._of_gradients(value)
        behind = max((self._level(e.to) for e in value.edges if e.label != "cut"), default=CONSTANT)
        if behind == CONSTANT:
            return CONSTANT
        if isinstance(value, (Phi, Sequence, Mapping)):
            return behind
        layer = value.facts.get("layer")
        if layer is not None:
            return self._of_layer(value, layer)
        if "op" in value.facts:
            return self._of_op(value)
        plain = not value.is_op and value.kind is kinds.TENSOR  # an item of a container
        return behind if plain and all(e.label in ("flow", "cut") for e in value.edges) else UNKNOWN

    def _of_gradients(self, gradients: Gradients) -> int:
        """Return the level of a derivative: constant if what it is taken of has no curvature."""
        query = gradients.query
        upstream = query.arguments.passed("upstream")
        seed = CONSTANT if upstream is None else self._level(upstream)
        inner = self.of_inner(gradients)
        if inner <= PIECEWISE:
            return seed
        return max(inner, seed)

    def _of_op(self, value: Value) -> int:
        op, inputs = value.facts["op"], value.facts.get("inputs") or ()
        cut = {e.to.number for e in value.edges if e.label == "cut"}
        open_inputs = [v for v in inputs if v.number not in cut and self._level(v) > CONSTANT]
        others = {v.number for v in inputs}
        if any(
            e.to.number not in others and e.label != "cut" and self._level(e.to) > CONSTANT
            for e in value.edges
        ):
            return UNKNOWN  # the state of a variable, or an argument that is not an input
        if op == "[]" or (op in ("-", "+") and len(inputs) == 1):
            return self._joined(open_inputs)
        entry = entry_of(value)
        if entry is None:
            return UNKNOWN
        return self._by_table(entry, value, open_inputs)

    def _by_table(self, entry: Op, value: Value, open_inputs: list[Value]) -> int:
        curve = entry.fact("curve", value.facts.get("given") or {})
        if not curve:
            return UNKNOWN
        if ":" not in curve:
            return max(_WORDS.get(curve, UNKNOWN), self._joined(open_inputs))
        by_name = dict(part.split(":") for part in curve.split(","))
        if "each" in by_name.values():
            return self._of_product(open_inputs)
        inputs = value.facts.get("inputs") or ()
        used = [(i, v) for i, v in enumerate(inputs) if any(v is o for o in open_inputs)]
        if len(used) != 1:
            return SMOOTH
        position, argument = used[0]
        named = value.facts.get("arguments") or {}
        names = [name for name, item in named.items() if item is argument]
        if value.facts.get("called") is None:  # an operator: the table has its operands in order
            names = [entry.arguments[position].name] if position < len(entry.arguments) else []
        if len(names) != 1:
            return UNKNOWN
        return max(_WORDS.get(by_name.get(names[0], ""), UNKNOWN), self._level(argument))

    def _of_product(self, inputs: list[Value]) -> int:
        """Return the level of a product: curved if two of its factors depend on the sources."""
        factors = [item for value in inputs for item in _items(value)]
        dependent = [item for item in factors if self._level(item) > CONSTANT]
        return SMOOTH if len(dependent) > 1 else self._joined(dependent)

    def _of_layer(self, value: Value, layer: Layer) -> int:
        inputs = list(value.facts.get("inputs") or ())
        if "template" in value.facts or not inputs:
            return UNKNOWN
        others = {v.number for v in inputs} | {layer.number}
        if any(e.to.number not in others and self._level(e.to) > CONSTANT for e in value.edges):
            return UNKNOWN
        own = curve_of_layer(value, layer)
        behind = self._joined(inputs)
        weights = any(leaf.number in self.sources for leaf in (layer, *leaves_of(layer)))
        if weights and behind > CONSTANT:
            return SMOOTH  # inputs times weights
        if own == _EACH:
            return self._of_product(inputs)
        return UNKNOWN if weights else max(own, behind)

    def _joined(self, values: Iterable[Value]) -> int:
        return max((self._level(value) for value in values), default=CONSTANT)


def _items(value: Value) -> list[Value]:
    if isinstance(value, Sequence):
        return value.held()
    return [value]


def _same(source: Value) -> list[Value]:
    """Return a source, what it may be, and what is the same object."""
    found = [source]
    if isinstance(source, Phi):
        found += alternatives(source)
    original = source.facts.get("same_as")
    while isinstance(original, Value) and original not in found:
        found.append(original)
        original = original.facts.get("same_as")
    if isinstance(source, Weights):
        found += leaves_of(source.owner)
    return found


_EACH: Final = -1


def curve_of_layer(value: Value, layer: Layer) -> int:
    """Return how the result of a Keras layer depends on its inputs."""
    table = value.context.module.table
    entry = table.lookup(f"{layer.name}.__call__")
    if layer.parts or (entry is None and not is_a(layer.name, "activation_layer")):
        return UNKNOWN
    if has_variables(layer.name, "statistics") and not _is_inference(value):
        return UNKNOWN
    own = LINEAR
    if entry is not None:
        curve = entry.fact("curve")
        own = _EACH if curve.endswith(":each") else _WORDS.get(curve, UNKNOWN)
    activation = _activation(layer)
    if activation is None or own == _EACH:
        return own
    return max(own, _curve_of_activation(value, activation))


def _is_inference(value: Value) -> bool:
    training = value.context.training
    return training is None or training.const is False or training.kind is kinds.NONE


def _activation(layer: Layer) -> Value | None:
    """Return the activation that a layer was made with; None for the default."""
    found = layer.option("activation")
    if layer.arguments.unpacked and found is None:
        return layer.arguments.unpacked[0]
    return None if found is None or found.kind is kinds.NONE else found


def _curve_of_activation(value: Value, activation: Value) -> int:
    if isinstance(activation, (Function, Partial)):
        return LINEAR  # its call is a value of its own
    table = value.context.module.table
    if isinstance(activation.const, str):
        entry = table.lookup(f"keras.activations.{activation.const}")
    elif isinstance(activation, External):
        entry = table.lookup(activation.name)
    elif isinstance(activation, Layer):
        return curve_of_layer(value, activation)
    else:
        return UNKNOWN
    return UNKNOWN if entry is None else _WORDS.get(entry.fact("curve"), UNKNOWN)


def has_kinks(value: Value) -> bool:
    """True if the op or layer that computed the value is piecewise linear."""
    layer = value.facts.get("layer")
    if layer is not None:
        return curve_of_layer(value, layer) in (KINKED, PIECEWISE)
    entry = entry_of(value)
    return entry is not None and "piecewise" in entry.fact("curve")
