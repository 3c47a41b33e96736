"""Sources of a query: the single variables in lists, dicts and models."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.traversal import NO_LIMIT, all_edges, walk_back
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import is_keras_variable, is_trainable
from tflintgrad.knowledge.keras_layers import has_weights
from tflintgrad.knowledge.variable_lists import is_trainable_list


@dataclass(slots=True, eq=False)
class Source:
    """One source of a query."""

    value: Value
    #: The collection it came out of (`model.trainable_variables`); None if the program names it.
    group: Value | None = None

    @property
    def explicit(self) -> bool:
        """True if the program names the source itself."""
        return self.group is None


def expand_sources(value: Value) -> list[Source]:
    """Return the single sources in a value; the variables of a model form one group."""
    return _Expansion().expand(value, limits.MAX_SOURCE_DEPTH)


class _Expansion:
    """Collects the single sources in a value, with a bound: a list may come back in its items."""

    __slots__ = ("visits",)

    def __init__(self) -> None:
        self.visits = 0

    def expand(self, value: Value, depth: int) -> list[Source]:
        """Return the single sources in a value; beyond the bounds there are none."""
        self.visits += 1
        if depth == 0 or self.visits > limits.MAX_NESTED_ITEMS:
            return []
        if isinstance(value, Weights):
            return [Source(leaf, value) for leaf in leaves(value)]
        if isinstance(value, Sequence):
            if value.concatenated:
                return self._all(value.concatenated, depth)
            found = self._all(value.items, depth)
            if value.rest is not None:
                found.extend(
                    Source(source.value, source.group or value.rest)
                    for source in self.expand(value.rest, depth - 1)
                )
            return found
        if isinstance(value, Mapping):
            return self._all(value.held(), depth)
        if isinstance(value, Phi):
            possible = self._of_phi(value, depth)
            if possible is not None:
                return possible
        element_of = value.facts.get("element_of")
        if isinstance(element_of, Weights):
            return [Source(leaf, element_of) for leaf in leaves(element_of)]
        return [Source(value)]

    def _all(self, values: Iterable[Value], depth: int) -> list[Source]:
        return [source for value in values for source in self.expand(value, depth - 1)]

    def _of_phi(self, value: Phi, depth: int) -> list[Source] | None:
        """Return the sources in what a φ-node may be; None if it is one source itself."""
        if value.facts.get("element"):
            members = alternatives(value, limits.MAX_SOURCE_ALTERNATIVES)
            if all(v.kind is kinds.VARIABLE and "element_of" not in v.facts for v in members):
                return [Source(member, value) for member in members]
            return [Source(value, value)]
        drawn = [
            v
            for v in alternatives(value, limits.MAX_SOURCE_ALTERNATIVES)
            if v.facts.get("element_of") is not None
        ]
        if drawn:
            return self._all(drawn, depth)
        possible = alternatives(value)
        containers = [v for v in possible if isinstance(v, (Sequence, Mapping, Weights))]
        if not containers:
            return None
        # `[] if given is None else given`: where no list is known, the other one counts.
        found = self._all(containers, depth)
        return found or [Source(v) for v in possible if v.kind is kinds.UNKNOWN]


def leaves(weights: Weights) -> list[Value]:
    """Return the variables and layers that hold the weights of `weights.owner`."""
    return leaves_of(weights.owner, is_trainable_list(weights.name)) or [weights.owner]


def leaves_of(owner: Value, only_trainable: bool = True) -> list[Value]:
    """Return the variables and layers inside an owner that hold its weights."""
    return [value for value in inside(owner) if _holds_weights(value, only_trainable)]


def _holds_weights(value: Value, only_trainable: bool) -> bool:
    if isinstance(value, Layer):
        is_whole = not value.parts and value.output is None
        return is_whole and value.kind in (kinds.LAYER, kinds.MODEL) and has_weights(value.name)
    is_fixed = only_trainable and is_trainable(value) is False
    return value.kind is kinds.VARIABLE and not isinstance(value, Phi) and not is_fixed


def inside(owner: Value) -> list[Value]:
    """Return the owner and everything inside: objects, layers, variables, containers."""
    found: dict[Value, None] = {}
    pending = [owner]
    while pending:
        item = pending.pop()
        if item not in found:
            found[item] = None
            pending += reversed(_inner(item, found))
    return list(found)


def _inner(owner: Value, found: dict[Value, None]) -> list[Value]:
    """Return what an object, layer or container holds itself, in the order of the program."""
    if isinstance(owner, Layer):
        inner: list[Value] = list(owner.parts)
        if owner.output is not None:
            inner += _behind_output(owner.output, found)
        elif not owner.parts and owner.kind in (kinds.LAYER, kinds.MODEL):
            passed = owner.arguments.all()
            inner += [item for item in passed if isinstance(item, (Layer, Instance, Sequence))]
        return inner
    if isinstance(owner, (Instance, Sequence, Mapping, Phi)):
        return [edge.to for edge in owner.edges]
    if owner.kind is kinds.SYMBOLIC:  # the output of a subclass of `Model`
        return _behind_output(owner, found)
    return []


def _behind_output(output: Value, found: dict[Value, None]) -> list[Value]:
    """Return the layers of a functional model: all that its symbolic output was computed with."""

    def described(value: Value) -> Iterable[Value]:
        return () if isinstance(value, (Layer, Instance)) else all_edges(value)

    layers: list[Value] = []
    for value in walk_back(output, described, limit=NO_LIMIT):
        if isinstance(value, (Layer, Instance)) or is_keras_variable(value):
            layers.append(value)
        elif value.facts.get("opaque"):  # code that was not read, such as a library's layer
            found[value] = None
    return layers
