"""Joins: one value for several that a place in the program may hold.

| function | joins |
|---|---|
| `join` | any values: returns of a function, results for the alternatives of a φ-node |
| `join_branches` | what branches leave under one name; remembers which functions are possible |
| `join_entries` | the entries of a dict, one of which an unknown key chooses; remembers functions |
| `join_instances` | objects of the classes that an abstract class may stand for |
| `join_lifted`, `join_projected` | results of an operation on each alternative of a φ-node |
| `join_elements` | the elements of a container that a loop goes through |
| `join_havoc` | what was there, and what a call that is not analysed may have put there |
| `loop_phi` | what was there before a loop; its iterations add to it |

Summaries of containers (`Sequence.rest`, `Mapping.rest`) are joined in `values`, and `Store.merge`
decides which keys are joined where branches meet.
"""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.flow.domain.choice import Choice
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.objects import Class, Function
from tflintgrad.flow.domain.project_names import Deferred
from tflintgrad.flow.domain.values import Edge, Phi, Value, alternatives


def join(values: list[Value], context: Context) -> Value:
    """Return the value if all are the same one, otherwise a φ-node of the distinct values."""
    distinct = list({_resolved(value): None for value in values})
    return distinct[0] if len(distinct) == 1 else Phi(distinct, context)


def _resolved(value: Value) -> Value:
    found = value.get() if type(value) is Deferred else value
    return found if found is not None else value


def join_branches(values: list[Value], context: Context) -> Value:
    """Join what branches left under one name.

    If functions or classes are among the values, the φ-node keeps their names, so that a check can
    tell which of them a path goes through.
    """
    joined = join(values, context)
    if type(joined) is Phi:
        _note_choice(joined)
    return joined


def join_entries(values: list[Value], context: Context) -> Value:
    """Join the entries of a dict, of which an unknown key chooses one."""
    if len(values) == 1:
        return values[0]
    joined = join_elements(values, context)
    _note_choice(joined)
    return joined


def _note_choice(joined: Phi) -> None:
    """Note the names of the functions and classes of the project that a φ-node may be."""
    if any(type(value) in (Function, Class) for value in joined.alternatives):
        possible = alternatives(joined)
        names = tuple(_qualified_name(value) for value in possible)
        own = tuple(type(value) in (Function, Class) for value in possible)
        joined.facts["choice"] = Choice(joined.number, names, own)


def _qualified_name(value: Value) -> str:
    """Return a callable's name, after its class or module unless that is the program itself."""
    if isinstance(value, Function):
        owner = value.owner.name if value.owner is not None else value.context.module.name
        return value.name if owner == "__main__" else f"{owner}.{value.name}"
    return value.name


def join_instances(objects: list[Value], context: Context) -> Value:
    """Join objects of several classes, each of which may be the one that a parameter receives."""
    joined = Phi(objects, context)
    names = tuple(item.name for item in objects)
    choice = Choice(joined.number, names, (True,) * len(objects))
    for item in (joined, *objects):
        item.facts["choice"] = choice
    return joined


def join_lifted(phi: Phi, results: list[Value], context: Context) -> Value:
    """Join the results of an operation on each alternative of `phi`, which keep its choice."""
    joined = join(results, context)
    choice = phi.facts.get("choice")
    if choice is not None and type(joined) is Phi and len(joined.edges) == len(choice.names):
        joined.facts["choice"] = choice
    return joined


def join_projected(phi: Phi, parts: list[Value], context: Context) -> Value:
    """Join one part of each alternative of `phi`; later iterations add to a loop's φ-node."""
    if not phi.loop:
        return join(parts, context)
    joined = Phi(parts, context)
    joined.edges.append(Edge(phi, "unknown"))
    return joined


def join_elements(items: list[Value], context: Context) -> Phi:
    """Join the elements of a container: a loop over it gets any of them."""
    joined = Phi(items[: limits.MAX_JOINED_ELEMENTS], context)
    joined.facts["element"] = True
    for item in items[limits.MAX_JOINED_ELEMENTS :]:
        joined.add(item)
    return joined


def join_havoc(before: Value, outcome: Value, context: Context) -> Phi:
    """Join what a place held with what a call that is not analysed may have put there."""
    return Phi([before, outcome], context)


def loop_phi(before: Value, context: Context) -> Phi:
    """Return a φ-node of what a place holds when a loop begins."""
    return Phi([before], context, loop=True)
