"""Gradients that are clipped: results that are unused, or taken with their norm (518, 527)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.updates.update_events import (
    Update,
    are_variables,
    bound_name,
    is_clipped_pair,
    query_behind,
    updates,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.source.syntax.dead_stores import occurs_once


@check
def clipped_pairs(context: CheckContext) -> Iterator[Problem]:
    """Report a pair of clipped gradients and norm that is used as the list of gradients."""
    for event in context.graph.events:
        if event.kind == "apply-gradients" and event.note == "paired":
            columns = [event.values[2], event.values[3]]
        elif event.kind == "row":
            columns = list(event.values[len(event.values) // 2 :])
        else:
            continue
        pairs = [value for value in columns if is_clipped_pair(value)]
        if pairs and any(are_variables(value) for value in columns):
            yield problem("clipped-pair-as-gradients", event.site, culprit=pairs[0])


@check
def unused_clipping(context: CheckContext) -> Iterator[Problem]:
    """Report steps with the gradients as they were before clipping, whose result has no use."""
    events = context.graph.events
    clippings = [(place, event) for place, event in enumerate(events) if event.kind == "clipped"]
    if not clippings:
        return
    steps = list(updates(context.graph))
    for place, event in clippings:
        gradients, clipped = event.values[0], _clipped_list(event.values[1])
        name = bound_name(clipped)
        if not name or name.startswith("_") or any(_is_used(clipped, step) for step in steps):
            continue
        if not occurs_once(event.context.module.tree, name):
            continue  # a branch that this program does not take may use it
        for step in steps:
            if step.gradients is gradients and step.event in events[place:]:
                origin = event.site, f"`{name}` has the clipped gradients"
                yield problem(
                    "clipped-gradients-unused",
                    step.site,
                    query_behind(gradients),
                    culprit=clipped,
                    origin=origin,
                    after_query=True,
                    clipped=name,
                )
                break


def _clipped_list(pair: Value) -> Value:
    is_pair = isinstance(pair, Sequence) and pair.kind is kinds.TUPLE
    return pair.items[0] if isinstance(pair, Sequence) and is_pair and pair.items else pair


def _is_used(clipped: Value, step: Update) -> bool:
    """True if a step applies the clipped gradients, or what is computed from them."""
    values = (step.gradients, *step.event.values)
    return any(item is clipped for value in values for item in walk_back(value, all_edges))
