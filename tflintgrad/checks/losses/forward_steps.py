"""Steps from a value towards a query's target: its users, and what they do with its elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from tflintgrad.checks.base import CheckContext
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.reachability import Reachability

Users = dict[int, list[Value]]


def users_among(values: Iterable[Value]) -> Users:
    """Return for each value, by number, the others that were computed from it."""
    found: Users = {}
    for value in values:
        for edge in value.edges:
            if edge.label != "perhaps":
                found.setdefault(edge.to.number, []).append(value)
    return found


def candidates(
    context: CheckContext, is_candidate: Callable[[Value], bool], *, reached: bool
) -> Iterator[tuple[Query, Reachability, Value, Users]]:
    """Yield values that a check is about, with the users of each value behind the target.

    With `reached`, values and users are those that a gradient of the query reaches.
    """
    for query in context.graph.queries:
        reach = context.reach(query)
        values = reach.reached if reached else reach.dependencies
        found = [value for value in values.values() if is_candidate(value)]
        if found and not reach.gave_up:
            users = users_among(values.values())
            for value in found:
                yield query, reach, value, users


def source_behind(reach: Reachability, value: Value) -> Value | None:
    """Return a source of the query that the value has a gradient for."""
    sources = (source.value for source in reach.query.sources)
    return next((source for source in sources if reach.leads_to(value, source)), None)


#: Steps of a walk at a user of a value: it goes on behind it, ends there, or finds nothing.
Step = Literal["go on", "end", "refuse"]


class Forward(NamedTuple):
    """The uses of a value that a walk towards the target met."""

    passed: dict[int, Value]
    """The value and those behind it at which the walk went on, by number."""
    ended: list[Value]
    """The values at which it ended."""


def walk_forward(
    start: Value, users: Users, step: Callable[[Value, Value], Step]
) -> Forward | None:
    """Return what a value is used for; None if `step` refuses the use of one value in another."""
    found = Forward({start.number: start}, [])
    pending = [start]
    while pending:
        value = pending.pop()
        for user in users.get(value.number, ()):
            next_step = step(value, user)
            if next_step == "refuse":
                return None
            if next_step == "end":
                found.ended.append(user)
            elif user.number not in found.passed:
                found.passed[user.number] = user
                pending.append(user)
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
