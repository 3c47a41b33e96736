"""What a gradient is asked for: variables one by one, out of lists, dicts and models."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.flow.interpreter import Interpreter
from tflintgrad.flow.queries import Source
from tflintgrad.flow.values import (
    Edge,
    Instance,
    Layer,
    Mapping,
    Phi,
    Sequence,
    Value,
    Weights,
)


def expand_sources(interp: Interpreter, asked: Value) -> list[Source]:
    """The single sources in `asked`; members of a model form one group."""
    if isinstance(asked, Weights):
        return [Source(leaf, explicit=False) for leaf in leaves(asked)]
    parts = asked.facts.get("parts")
    if parts is not None:
        return [source for part in parts for source in expand_sources(interp, part)]
    if isinstance(asked, Sequence):
        found = [source for item in asked.items for source in expand_sources(interp, item)]
        if asked.rest is not None:
            found.extend(
                Source(source.value, explicit=False)
                for source in expand_sources(interp, asked.rest)
            )
        return found
    if isinstance(asked, Mapping):
        values = [*asked.entries.values(), *([asked.rest] if asked.rest is not None else [])]
        return [source for item in values for source in expand_sources(interp, item)]
    if isinstance(asked, Phi) and asked.facts.get("element"):
        return [Source(asked, explicit=False)]
    element_of = asked.facts.get("element_of")
    if isinstance(element_of, Weights):
        return [Source(leaf, explicit=False) for leaf in leaves(element_of)]
    return [Source(asked)]


def leaves(weights: Weights) -> list[Value]:
    """The variables and layers that hold the weights of `weights.owner`."""
    only_trainable = weights.name.startswith("trainable")
    found = list(_leaves(weights.owner, only_trainable, set()))
    return found or [weights.owner]


def _leaves(owner: Value, only_trainable: bool, seen: set[int]) -> Iterator[Value]:
    if owner.number in seen:
        return
    seen.add(owner.number)
    if isinstance(owner, Layer):
        if owner.parts:
            for part in owner.parts:
                yield from _leaves(part, only_trainable, seen)
        elif owner.output is not None:
            yield from _layers_behind(owner.output, only_trainable, seen)
        elif owner.kind in ("layer", "model"):
            yield owner
            for value in owner.arguments.all():
                if isinstance(value, (Layer, Instance, Sequence)):
                    yield from _leaves(value, only_trainable, seen)
    elif isinstance(owner, Instance):
        for edge in list(owner.edges):
            yield from _leaves(edge.to, only_trainable, seen)
    elif isinstance(owner, (Sequence, Mapping, Phi)):
        for edge in list(owner.edges):
            yield from _leaves(edge.to, only_trainable, seen)
    elif owner.kind == "variable":
        if not only_trainable or owner.facts.get("trainable") is not False:
            yield owner


def _layers_behind(output: Value, only_trainable: bool, seen: set[int]) -> Iterator[Value]:
    """The layers of a functional model: everything its symbolic output was computed with."""
    pending = [output]
    visited: set[int] = set()
    while pending:
        value = pending.pop()
        if value.number in visited:
            continue
        visited.add(value.number)
        if isinstance(value, (Layer, Instance)):
            yield from _leaves(value, only_trainable, seen)
        else:
            edges: list[Edge] = value.edges
            pending.extend(edge.to for edge in edges)
