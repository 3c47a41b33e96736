"""Layers that are called in vain, and outputs that no loss reaches."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.keras.weight_lists import lists_of
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.keras_calls import KerasCall
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import leaves_of
from tflintgrad.flow.domain.traversal import NO_LIMIT, may_find, uncut_edges, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.keras_layers import has_weights
from tflintgrad.knowledge.variable_lists import is_trainable_list
from tflintgrad.source.syntax.dead_stores import is_dead_store


@check
def unused_layers(context: CheckContext) -> Iterator[Problem]:
    """Report layers of a trained model whose result is dropped where they are called."""
    calls = [call for call in context.graph.keras_calls if _computes(call)]
    for query in context.graph.queries if calls else ():
        for weights in lists_of(query.sources_value):
            if not is_trainable_list(weights.name) or weights.frozen:
                continue
            # Nearly always there are none, and then the code around each call need not be read.
            unused = {leaf for leaf in leaves_of(weights.owner) if _is_unused(context, leaf)}
            for call in calls if unused else ():
                lost = leaves_of(call.callee) if _is_step(query, call) else []
                if lost and all(leaf in unused for leaf in lost) and _is_dropped(call):
                    layer, result = shown(lost[0]), _name_of_result(call)
                    rule = "unused-layer/assigned" if result else "unused-layer"
                    yield problem(
                        rule, call.site, query, culprit=lost[0], layer=layer, result=result
                    )


def _computes(call: KerasCall) -> bool:
    """True for a call of a layer or model that returned a tensor."""
    result = call.result
    return isinstance(call.callee, (Instance, Layer)) and (
        result is not None and result.kind in (kinds.TENSOR, kinds.SYMBOLIC, kinds.UNKNOWN)
    )


def _is_step(query: Query, call: KerasCall) -> bool:
    """True if the call is part of what the query differentiates, or describes a part of it."""
    described = call.result is not None and call.result.kind is kinds.SYMBOLIC
    recorded = query.tape in call.context.recording
    return call.first < query.number and (recorded or described)


def _is_dropped(call: KerasCall) -> bool:
    """True if nothing uses the result of a call."""
    result = call.result
    if result is None:
        return False
    if result.facts.get("dropped"):
        return True
    bound = result.facts.get("bound")
    return bound is not None and is_dead_store(call.scope, bound)


def _name_of_result(call: KerasCall) -> str:
    """Return the name that the result of a call is bound to, and that nothing reads."""
    bound = call.result.facts.get("bound") if call.result is not None else None
    target = bound.targets[0].target if isinstance(bound, cst.Assign) else None
    return target.value if isinstance(target, cst.Name) else ""


def _is_unused(context: CheckContext, leaf: Value) -> bool:
    """True if no query of the program depends on a layer, and no loss that Keras collects."""
    added = [
        value
        for event in context.graph.events
        if event.kind == "add-loss"
        for value in event.values[1:]
    ]
    if any(may_find(value, (leaf,)) for value in added):
        return False
    return not any(_concerns(context, query, leaf) for query in context.graph.queries)


def _concerns(context: CheckContext, query: Query, leaf: Value) -> bool:
    reach = context.reach(query)
    return reach.reaches(leaf) or reach.depends_on(leaf)


@check
def unused_symbols(context: CheckContext) -> Iterator[Problem]:
    """Report layers of a functional model that are called in vain while it is described."""
    trained = [
        (query, weights.owner)
        for query in context.graph.queries
        for weights in lists_of(query.sources_value)
        if is_trainable_list(weights.name)
    ]
    models = [
        owner for _, owner in trained if isinstance(owner, Layer) and owner.output is not None
    ]
    if not models:
        return
    dropped = [
        call for call in context.graph.keras_calls if _is_symbolic(call) and _is_dropped(call)
    ]
    for call in dropped:
        for query, owner in trained:
            if isinstance(owner, Layer) and owner.output is not None:
                behind = list(walk_back(owner.output, limit=NO_LIMIT))
                if call.callee in behind or not any(value in behind for value in call.inputs):
                    continue
                result = _name_of_result(call)
                yield problem(
                    "unused-layer/symbolic-assigned" if result else "unused-layer/symbolic",
                    call.site,
                    query,
                    culprit=call.callee,
                    layer=shown(call.callee),
                    result=result,
                    owner=f"`{owner.label or owner.name}`",
                )
                break


def _is_symbolic(call: KerasCall) -> bool:
    return (
        isinstance(call.callee, Layer)
        and call.callee.kind is kinds.LAYER
        and has_weights(call.callee.name)
        and call.result is not None
        and call.result.kind is kinds.SYMBOLIC
    )


@check
def outputs_without_loss(context: CheckContext) -> Iterator[Problem]:
    """Report outputs that `compile` gives no loss, where weights lead to these only."""
    queries = {id(query.site): query for query in context.graph.queries if not query.explicit}
    for event in context.graph.events:
        if event.kind != "without-loss":
            continue
        query = queries.get(id(event.values[0].site))
        if query is None or not isinstance(query.sources_value, Weights):
            continue
        for output in event.values[1:]:
            behind = set(walk_back(output, uncut_edges, limits.MAX_WALK_VALUES))
            lost = [
                leaf
                for leaf in leaves_of(query.sources_value.owner)
                if leaf in behind and _is_unused(context, leaf)
            ]
            if lost:
                rule = "output-without-loss"
                if event.note == "weight":
                    rule = "output-without-loss/weight"
                elif event.note:
                    rule = "output-without-loss/missing"
                yield problem(
                    rule,
                    event.site,
                    query,
                    culprit=lost[0],
                    layer=shown(lost[0]),
                )
                break


@check
def unused_outputs(context: CheckContext) -> Iterator[Problem]:
    """Report outputs of a model that no loss of a hand-written training loop uses."""
    models = [
        call
        for call in context.graph.keras_calls
        if isinstance(call.callee, (Instance, Layer)) and call.result is not None
    ]
    for query in context.graph.queries:
        weights = query.sources_value
        if not query.explicit or not isinstance(weights, Weights) or weights.frozen:
            continue
        if not is_trainable_list(weights.name):
            continue
        for call in models:
            if call.callee is not weights.owner or not _is_step(query, call):
                continue
            assert call.result is not None
            behind = set(walk_back(call.result, uncut_edges, limits.MAX_WALK_VALUES))
            if not context.reach(query).reaches(weights.owner) and not any(
                value.number in context.reach(query).reached for value in _results(call.result)
            ):
                continue
            lost = [
                leaf
                for leaf in leaves_of(weights.owner)
                if leaf in behind and _is_unused(context, leaf)
            ]
            if lost:
                yield problem(
                    "output-without-loss/loop",
                    query.site,
                    query,
                    culprit=lost[0],
                    layer=shown(lost[0]),
                )
                break


def _results(result: Value) -> list[Value]:
    """Return the outputs of a model."""
    if result.kind in (kinds.LIST, kinds.TUPLE, kinds.DICT):
        return [edge.to for edge in result.edges]
    return [result]
