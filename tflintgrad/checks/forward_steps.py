"""Steps from a value towards a query's target: its users, and what they do with its elements."""

from __future__ import annotations

from collections.abc import Iterable

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.interpreter.operators import entry_of

Users = dict[int, list[Value]]


def users_among(values: Iterable[Value]) -> Users:
    """Return for each value, by number, the others that were computed from it."""
    found: Users = {}
    for value in values:
        for edge in value.edges:
            if edge.label != "perhaps":
                found.setdefault(edge.to.number, []).append(value)
    return found


def shape_fact(value: Value) -> str:
    """Return how the op that computed a value changes shapes: "elementwise" or "reduce"."""
    if value.facts.get("op") == "loss":
        return "scalar"
    entry = entry_of(value)
    return entry.fact("shape", value.facts.get("given") or {}) if entry is not None else ""


def is_elementwise(value: Value) -> bool:
    """True if each element of a value comes from the elements at that place in its inputs."""
    return shape_fact(value) == "elementwise"


def only_holds(value: Value) -> bool:
    """True for a φ-node or container: it computes nothing."""
    return isinstance(value, (Phi, Sequence)) or value.kind is kinds.DICT
