"""Steps that move nothing: a learning rate of zero, or gradients times zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.updates.update_events import is_own_update, method_of
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import all_behind, all_edges, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.knowledge.methods import names_with


@check
def zero_learning_rates(context: CheckContext) -> Iterator[Problem]:
    """Report steps with a learning rate that certainly is zero."""
    events = context.graph.events
    steps = [event for event in events if event.kind == "apply-gradients"]
    used = {event.values[0].number for event in steps}
    query = next(iter(context.graph.queries), None)
    reported: set[int] = set()
    for event in events:
        if event.branches:
            continue
        if event.kind == "zero-rate" and not used - {event.values[0].number}:
            site = event.values[0].site or event.site
            if id(site) not in reported:
                reported.add(id(site))
                optimizer, rate = event.values
                origin = (rate.site, f"{shown(rate)} is zero") if rate.site is not None else None
                yield problem("zero-learning-rate", site, query, culprit=optimizer, origin=origin)
        elif event.kind == "apply-gradients" and (zeroed := _zeroed(event)) is not None:
            if id(zeroed.site) not in reported and zeroed.site is not None:
                reported.add(id(zeroed.site))
                yield problem("zero-learning-rate/factor", zeroed.site, query, culprit=zeroed)
        elif event.kind == "assign" and _adds_nothing(event) and id(event.site) not in reported:
            reported.add(id(event.site))
            yield problem("zero-learning-rate/update", event.site, query, culprit=event.values[0])


def _zeroed(event: Event) -> Value | None:
    """Return the product with zero behind all gradients of a step, as in `g * (1 // 4)`."""
    products: list[Value] = []

    def without(value: Value) -> Iterable[Value]:
        if _is_nothing(value):
            products.append(value)
            return ()
        return all_edges(value)

    for gradients in event.values[2:3]:
        behind = all_behind(gradients, without, limits.MAX_NEAR_VALUES)
        unknown = (kinds.UNKNOWN, kinds.STATE)
        if behind is None or any(
            isinstance(item, Gradients) or item.kind in unknown for item in behind
        ):
            return None
    return products[0] if products else None


def _adds_nothing(event: Event) -> bool:
    """True for `weights.assign_sub(rate * gradient)` with a rate of zero."""
    added = list(event.values[1:])
    if method_of(event) not in names_with("increment"):
        added = [
            inputs_of(value)[1]
            for value in added
            if computed_by(value, "add", "subtract") and len(inputs_of(value)) == 2
        ]
    return is_own_update(event) and any(_is_nothing(value) for value in added)


def _is_nothing(value: Value) -> bool:
    inputs = inputs_of(value)
    if not computed_by(value, "multiply") or len(inputs) != 2:
        return False
    for rate, gradient in (inputs, inputs[::-1]):
        named = bool(rate.name) and "attribute" not in rate.facts
        if rate.const == 0 and named:
            return any(isinstance(item, Gradients) for item in walk_back(gradient))
    return False
