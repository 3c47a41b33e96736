"""Losses that layers add by themselves, and that a program's own training loop leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import libcst as cst

from tflintgrad.checks.base import CheckContext, Problem, check, coded, problem, shown
from tflintgrad.checks.paths.partial_cut_intent import scalar_terms
from tflintgrad.checks.updates.update_events import queries_near, updates
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import inside
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a, names_of

#: The regularizers that Keras knows by name.
_BY_NAME: Final = frozenset(
    name.rpartition(".")[2].lower() for name in names_of("regularizer_by_name")
)


@check
def dropped_losses(context: CheckContext) -> Iterator[Problem]:
    """Report training loops that never add `model.losses` though layers fill it."""
    applied = _applied(context)
    if not applied:
        return
    read = [event.values[0] for event in context.graph.events if event.kind == "losses"]
    reported: set[int] = set()
    for query in context.graph.queries:
        optimizers = applied.get(id(query))
        if optimizers is None or not query.explicit or id(query.site) in reported:
            continue
        if any(_decays(optimizer) for optimizer in optimizers):
            continue
        owners = _owners(query.sources_value)
        parts = list(dict.fromkeys(part for owner in owners for part in inside(owner)))
        culprit = _adds_losses(context, query, parts)
        if culprit is None or _reads_losses(read, parts):
            continue
        if _accounts_for_weights(context.reach(query), parts):
            continue
        reported.add(id(query.site))
        rule = "losses-left-out" if _is_regularized(culprit) else "losses-left-out/added"
        yield problem(rule, query.site, query, culprit=culprit, layer=_shown(culprit))


def _shown(layer: Value) -> str:
    if isinstance(layer, Layer):
        return f"`{layer.label or layer.name.rpartition('.')[2]}`"
    return shown(layer)


def _applied(context: CheckContext) -> dict[int, list[Value]]:
    """Return the optimizers that apply the result of a query, by the id of the query."""
    found: dict[int, list[Value]] = {}
    for update in updates(context.graph):
        for query in queries_near(update.gradients):
            optimizer = [] if update.by_hand else [update.event.values[0]]
            found.setdefault(id(query), []).extend(optimizer)
    return found


def _decays(optimizer: Value) -> bool:
    """True if the optimizer has a weight decay of its own, or may have one."""
    if not isinstance(optimizer, Layer):
        return False
    decay = optimizer.option("weight_decay")
    return is_a(optimizer.name, "decaying_optimizer") or (
        decay is not None and decay.kind is not kinds.NONE
    )


def _owners(sources: Value) -> list[Value]:
    """Return the models and layers whose weights are the sources."""
    if isinstance(sources, Weights):
        return [sources.owner]
    if isinstance(sources, Sequence):
        lists = sources.concatenated or sources.items
        return [owner for item in lists for owner in _owners(item)]
    return []


def _adds_losses(context: CheckContext, query: Query, parts: list[Value]) -> Value | None:
    """Return a part that takes part in the target and adds a loss by itself."""
    reach = context.reach(query)
    for part in parts:
        if _is_regularized(part) and reach.surely_reaches(part):
            return part
    for event in context.graph.events:
        if event.kind != "add-loss" or event.values[0] not in parts:
            continue
        added = event.values[1]
        if added.number in reach.dependencies:
            continue
        # A functional model adds the loss anew in each call.
        repeated = added.kind is kinds.SYMBOLIC and any(map(reach.surely_reaches, parts))
        if query.tape in added.context.recording or repeated:
            return event.values[0]
    return None


def _is_regularized(part: Value) -> bool:
    """True if a layer certainly has a regularizer."""
    if not isinstance(part, Layer) or part.kind is not kinds.LAYER:
        return False
    return any(
        _is_regularizer(value)
        for name, value in part.arguments.keywords.items()
        if name.endswith("regularizer")
    )


def _is_regularizer(value: Value) -> bool:
    if isinstance(value, Phi):
        return all(_is_regularizer(item) for item in alternatives(value))
    if isinstance(value.const, str):
        return value.const.lower() in _BY_NAME
    if not is_a(value.name, "regularizer"):
        return isinstance(value, Instance) and any(
            is_a(base, "regularizer") for base in value.cls.external_bases()
        )
    passed = value.arguments.all() if isinstance(value, Layer) else [e.to for e in value.edges]
    numbers = [item.const for item in passed if item.kind is kinds.NUMBER]
    return not numbers or any(number != 0 for number in numbers)


def _reads_losses(read: list[Value], parts: list[Value]) -> bool:
    """True if the program reads the losses of this model, or of one that may be it."""
    for owner in read:
        for item in alternatives(owner):
            if item.kind is kinds.UNKNOWN or any(part in parts for part in inside(item)):
                return True
    return False


def _accounts_for_weights(reach: Reachability, parts: list[Value]) -> bool:
    """True if the target uses the weights other than by calling layers, or unread code does."""
    if reach.gave_up:
        return True
    for value in reach.dependencies.values():
        if isinstance(value, Weights):
            return True
        if value.kind is kinds.VARIABLE and value.facts.get("same_as") in parts:
            return True
        is_unread = value.facts.get("opaque") or value.facts.get("not_followed")
        if is_unread and any(edge.to in parts for edge in value.edges):
            return True
    return False


@check
def losses_added_twice(context: CheckContext) -> Iterator[Problem]:
    """Report `model.losses` beside a loss of Keras that contains them."""
    read = [event for event in context.graph.events if event.kind == "losses"]
    contained = [event for event in read if event.note == "contains"]
    reported: set[int] = set()
    for query in context.graph.queries if contained else ():
        terms = [set(map(_number, walk_back(t, uncut_edges))) for t in scalar_terms(query.target)]
        for whole in contained:
            model, result = whole.values
            for event in read:
                if event.note or event.values[0] is not model or id(event.site) in reported:
                    continue
                added = event.values[1].number
                beside = [term for term in terms if result.number not in term]
                if len(beside) == len(terms) or not any(added in term for term in beside):
                    continue
                if _certainly_has_losses(context, query, inside(model)):
                    reported.add(id(event.site))
                    called = coded(whole.site.func if isinstance(whole.site, cst.Call) else None)
                    yield problem(
                        "losses-added-twice", event.site, query, culprit=result, called=called
                    )


def _number(value: Value) -> int:
    return value.number


def _certainly_has_losses(context: CheckContext, query: Query, parts: list[Value]) -> bool:
    reach = context.reach(query)
    if any(_is_regularized(part) and reach.depends_on(part) for part in parts):
        return True
    events = context.graph.events
    return any(event.kind == "add-loss" and event.values[0] in parts for event in events)
