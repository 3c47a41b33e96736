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


def expand_sources(value: Value, depth: int = 20) -> list[Source]:
    """Return the single sources in a value; the variables of a model form one group."""
    if depth == 0:  # a list may contain itself
        return []
    if isinstance(value, Weights):
        return [Source(leaf, value) for leaf in leaves(value)]
    parts = value.facts.get("parts")
    if parts is not None:
        return [source for part in parts for source in expand_sources(part, depth - 1)]
    if isinstance(value, Sequence):
        found = [source for item in value.items for source in expand_sources(item, depth - 1)]
        if value.rest is not None:
            found.extend(
                Source(source.value, source.group or value.rest)
                for source in expand_sources(value.rest, depth - 1)
            )
        return found
    if isinstance(value, Mapping):
        values = value.held()
        return [source for item in values for source in expand_sources(item, depth - 1)]
    if isinstance(value, Phi):
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
            return [s for item in drawn for s in expand_sources(item, depth - 1)]
        possible = alternatives(value)
        containers = [v for v in possible if isinstance(v, (Sequence, Mapping, Weights))]
        if containers:
            found = [s for item in containers for s in expand_sources(item, depth - 1)]
            # `[] if given is None else given`: where no list is known, the other one counts.
            return found or [Source(v) for v in possible if v.kind is kinds.UNKNOWN]
    element_of = value.facts.get("element_of")
    if isinstance(element_of, Weights):
        return [Source(leaf, element_of) for leaf in leaves(element_of)]
    return [Source(value)]


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
    _look_inside(owner, found)
    return list(found)


def _look_inside(owner: Value, found: dict[Value, None]) -> None:
    if owner in found:
        return
    found[owner] = None
    if isinstance(owner, Layer):
        for part in owner.parts:
            _look_inside(part, found)
        if owner.output is not None:
            _look_behind(owner.output, found)
        elif not owner.parts and owner.kind in (kinds.LAYER, kinds.MODEL):
            for value in owner.arguments.all():
                if isinstance(value, (Layer, Instance, Sequence)):
                    _look_inside(value, found)
    elif isinstance(owner, (Instance, Sequence, Mapping, Phi)):
        for edge in owner.edges:
            _look_inside(edge.to, found)
    elif owner.kind is kinds.SYMBOLIC:  # the output of a subclass of `Model`
        _look_behind(owner, found)


def _look_behind(output: Value, found: dict[Value, None]) -> None:
    """Add the layers of a functional model: all that its symbolic output was computed with."""

    def described(value: Value) -> Iterable[Value]:
        return () if isinstance(value, (Layer, Instance)) else all_edges(value)

    for value in walk_back(output, described, limit=NO_LIMIT):
        if isinstance(value, (Layer, Instance)) or is_keras_variable(value):
            _look_inside(value, found)
        elif value.facts.get("opaque"):  # code that was not read, such as a library's layer
            found[value] = None
