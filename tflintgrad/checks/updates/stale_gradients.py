"""Gradients that are computed once and applied in every iteration of a loop (rule 507)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, inside_loop, problem
from tflintgrad.checks.updates.update_events import query_behind, until_gradients
from tflintgrad.flow.domain.objects import Gradients, Weights
from tflintgrad.flow.domain.traversal import all_behind
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.knowledge.methods import names_with


@check
def stale_gradients(context: CheckContext) -> Iterator[Problem]:
    """Report gradients that are computed once and applied in every iteration of a loop."""
    optimizers = _optimizers(context)
    for event in context.graph.events:
        if event.kind == "apply-gradients" and event.note == "paired":
            moved, gradients = event.values[3], event.values[2]
        elif event.kind == "assign" and event.note in names_with("increment"):
            moved, *inputs = event.values
            gradients = inputs[0] if inputs else moved
        else:
            continue
        query = query_behind(gradients)
        if query is None or len(optimizers.get(id(event.site), ())) > 1:
            continue  # or another one applies them in every iteration
        outer, inner = query.context.loops, event.context.loops
        extra = [number for number, _ in inner[len(outer) :]]
        if inner[: len(outer)] != outer or not extra or _varies(moved, extra):
            continue
        if _drawn_inside(gradients, extra):
            continue
        if any(number not in context.single_loops for number in extra):
            origin = query.site, "the gradients are computed here, once"
            yield problem("stale-gradient", event.site, query, origin=origin, after_query=True)


def _optimizers(context: CheckContext) -> dict[int, set[int]]:
    """Return the numbers of the optimizers that apply gradients, by the id of the call."""
    found: dict[int, set[int]] = {}
    for event in context.graph.events:
        if event.kind == "apply-gradients":
            found.setdefault(id(event.site), set()).add(event.values[0].number)
    return found


def _drawn_inside(value: Value, loops: list[int]) -> bool:
    """True if the loop goes through the gradients, one in each iteration."""
    behind = all_behind(value, until_gradients, limits.MAX_CLOSE_VALUES)
    return behind is None or any(
        _is_drawn(item, loops) for item in behind if not isinstance(item, Gradients)
    )


def _is_drawn(item: Value, loops: list[int]) -> bool:
    if item.facts.get("element_of") is not None:
        return True
    if isinstance(item, Phi) and item.facts.get("element"):
        return True
    inside = any(inside_loop(item.context.loops, number) for number in loops)
    return inside and isinstance(item, (Phi, Sequence))


def _varies(value: Value, loops: list[int]) -> bool:
    """True if it is another variable in every iteration."""
    if isinstance(value, Sequence):
        parts = value.held()
        return any(_varies(part, loops) for part in parts)
    if isinstance(value, Weights):
        return _varies(value.owner, loops)
    if isinstance(value, Phi) or value.facts.get("element"):
        return True
    return any(inside_loop(value.context.loops, n) for n in loops)
