"""What a gradient is asked for: variables one by one, out of lists, dicts and models."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tflintgrad import limits
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.traversal import NO_LIMIT, all_edges, walk_back
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.knowledge.layers import has_weights


@dataclass(slots=True, eq=False)
class Source:
    """One thing a gradient is asked for."""

    value: Value
    #: The collection it came out of (`model.trainable_variables`); None when the user wrote it.
    group: Value | None = None

    @property
    def explicit(self) -> bool:
        return self.group is None


def expand_sources(asked: Value, depth: int = 20) -> list[Source]:
    """The single sources in `asked`; members of a model form one group."""
    if depth == 0:  # a list may contain itself
        return []
    if isinstance(asked, Weights):
        return [Source(leaf, asked) for leaf in leaves(asked)]
    parts = asked.facts.get("parts")
    if parts is not None:
        return [source for part in parts for source in expand_sources(part, depth - 1)]
    if isinstance(asked, Sequence):
        found = [source for item in asked.items for source in expand_sources(item, depth - 1)]
        if asked.rest is not None:
            found.extend(
                Source(source.value, source.group or asked.rest)
                for source in expand_sources(asked.rest, depth - 1)
            )
        return found
    if isinstance(asked, Mapping):
        values = [*asked.entries.values(), *([asked.rest] if asked.rest is not None else [])]
        return [source for item in values for source in expand_sources(item, depth - 1)]
    if isinstance(asked, Phi):
        if asked.facts.get("element"):
            members = alternatives(asked, limits.MAX_SOURCE_ALTERNATIVES)
            if all(v.kind == "variable" and "element_of" not in v.facts for v in members):
                return [Source(value, asked) for value in members]
            return [Source(asked, asked)]
        drawn = [
            v
            for v in alternatives(asked, limits.MAX_SOURCE_ALTERNATIVES)
            if v.facts.get("element_of") is not None
        ]
        if drawn:
            return [s for item in drawn for s in expand_sources(item, depth - 1)]
        containers = [v for v in alternatives(asked) if isinstance(v, (Sequence, Mapping, Weights))]
        if containers:
            return [s for item in containers for s in expand_sources(item, depth - 1)]
    element_of = asked.facts.get("element_of")
    if isinstance(element_of, Weights):
        return [Source(leaf, element_of) for leaf in leaves(element_of)]
    return [Source(asked)]


def leaves(weights: Weights) -> list[Value]:
    """The variables and layers that hold the weights of `weights.owner`."""
    return leaves_of(weights.owner, weights.name.startswith("trainable")) or [weights.owner]


def leaves_of(owner: Value, only_trainable: bool = True) -> list[Value]:
    return [value for value in inside(owner) if _holds_weights(value, only_trainable)]


def _holds_weights(value: Value, only_trainable: bool) -> bool:
    if isinstance(value, Layer):
        is_whole = not value.parts and value.output is None
        return is_whole and value.kind in ("layer", "model") and has_weights(value.name)
    is_fixed = only_trainable and value.facts.get("trainable") is False
    return value.kind == "variable" and not isinstance(value, Phi) and not is_fixed


def inside(owner: Value) -> list[Value]:
    """The owner, and all that it is made of: objects, layers, variables, and what holds them."""
    found: dict[Value, None] = {}
    _look_inside(owner, found)
    return list(found)


def _look_inside(owner: Value, found: dict[Value, None]) -> None:
    if owner in found:
        return
    found[owner] = None
    if isinstance(owner, Layer):
        if owner.parts:
            for part in owner.parts:
                _look_inside(part, found)
        elif owner.output is not None:
            _look_behind(owner.output, found)
        elif owner.kind in ("layer", "model"):
            for value in owner.arguments.all():
                if isinstance(value, (Layer, Instance, Sequence)):
                    _look_inside(value, found)
    elif isinstance(owner, (Instance, Sequence, Mapping, Phi)):
        for edge in owner.edges:
            _look_inside(edge.to, found)
    elif owner.kind == "symbolic":  # what a subclass of `Model` was made of
        _look_behind(owner, found)


def _look_behind(output: Value, found: dict[Value, None]) -> None:
    """The layers of a functional model: everything its symbolic output was computed with."""

    def described(value: Value) -> Iterable[Value]:
        return () if isinstance(value, (Layer, Instance)) else all_edges(value)

    for value in walk_back(output, described, limit=NO_LIMIT):
        made_by_keras = value.kind == "variable" and value.facts.get("keras")
        if isinstance(value, (Layer, Instance)) or made_by_keras:
            _look_inside(value, found)
