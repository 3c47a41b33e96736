"""Weights that Keras does not track and so never trains."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.keras.weight_lists import lists_of
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.keras_calls import KerasCall
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import expand_sources, inside
from tflintgrad.flow.domain.traversal import all_behind
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter.definitions import keras_role
from tflintgrad.flow.library_models.keras.tracking import KerasTracking, is_lambda, is_open, used_by
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.keras_layers import has_weights
from tflintgrad.knowledge.roles import is_a
from tflintgrad.knowledge.variable_lists import LISTS, attributes, is_trainable_list

_LISTS = frozenset(attributes(*LISTS))
_TRAINED_BY_KERAS = ("layer", "model")


@check
def untracked_weights(context: CheckContext) -> Iterator[Problem]:
    """Report weights that a model computes with and that are not among its trainable variables."""
    graph = context.graph
    trained: list[tuple[Query, Weights]] = [
        (query, weights)
        for query in graph.queries
        for weights in lists_of(query.sources_value)
        if _is_trained_by_keras_3(weights) and not _may_not_be_trained(query, weights.owner)
    ]
    if not trained or graph.incomplete:  # code that was not analysed may train or change them
        return
    tracking = KerasTracking(graph)
    others = _trained_otherwise(graph, tracking)
    if others is None:
        return
    for query, weights in trained:
        reach = context.reach(query)
        owner = weights.owner
        tracked = tracking.tracked(owner)
        yield from _held(reach, query, weights, tracked, others)
        for value, user in tracking.written_in(owner).items():
            if _is_lost(reach, value, tracked, others):
                yield _captured_problem(reach, query, value, user.site, "the model")
        for call in graph.keras_calls:
            callee = call.callee
            if callee in tracked and (isinstance(callee, Instance) or is_lambda(callee)):
                yield from _captured(reach, query, call, tracked, others)


def _is_trained_by_keras_3(weights: Weights) -> bool:
    """True for the trainable variables of a layer or model of Keras 3 that has them all itself."""
    owner = weights.owner
    if not is_trainable_list(weights.name) or weights.frozen or _is_keras_2(owner):
        return False
    if isinstance(owner, Instance):
        return keras_role(owner.cls) in _TRAINED_BY_KERAS and not _lists_variables(owner)
    return isinstance(owner, Layer) and owner.kind in (kinds.LAYER, kinds.MODEL)


def _may_not_be_trained(query: Query, owner: Value) -> bool:
    """True for a model that the program does not train: it can be a function with parameters."""
    is_model = isinstance(owner, Instance) and keras_role(owner.cls) == "model"
    return query.assumed and is_model


def _is_keras_2(owner: Value) -> bool:
    return owner.context.module.table.is_keras_2


def _lists_variables(owner: Instance) -> bool:
    """True if a class of the program says itself what its variables are."""
    return any(
        isinstance(item, cst.FunctionDef) and item.name.value in _LISTS
        for cls in owner.cls.mro()
        for item in cls.node.body.body
    )


def _trained_otherwise(graph: Graph, tracking: KerasTracking) -> set[int] | None:
    """Return what the program trains or changes itself; None if that may be anything."""
    found: set[int] = set()
    for query in graph.queries:
        for source in expand_sources(query.sources_value):
            weights = source.group
            if isinstance(weights, Weights) and _is_keras_object(weights.owner):
                found.update(value.number for value in tracking.tracked(weights.owner))
                continue
            for value in alternatives(source.value):
                if value.kind is kinds.UNKNOWN and query.explicit and not _is_one(value):
                    return None
                found.add(value.number)
                same = value.facts.get("same_as")
                if same is not None:
                    found.add(same.number)
    for event in graph.events:
        # Without a name it is an optimizer's step, whose variables are sources of a query.
        if event.kind == "assign" and event.values and event.note:
            found.update(value.number for value in alternatives(event.values[0]))
    return found


def _is_one(value: Value) -> bool:
    """True for an element of something, which is one value and not a list of unknown ones."""
    return "element_of" in value.facts


def _is_keras_object(owner: Value) -> bool:
    if isinstance(owner, Instance):
        return keras_role(owner.cls) in _TRAINED_BY_KERAS and not _lists_variables(owner)
    return isinstance(owner, Layer)


def _held(
    reach: Reachability,
    query: Query,
    weights: Weights,
    tracked: dict[Value, None],
    others: set[int],
) -> Iterator[Problem]:
    """Report weights that the owner holds where Keras does not look."""
    for holder in tracked:
        if not isinstance(holder, Instance):
            continue
        for edge in holder.edges:
            for member in _members(edge.to):
                yield from _held_in(reach, query, holder, member, tracked, others)


def _members(value: Value, depth: int = 0) -> list[Value]:
    """Return a value, or what is in a list or dict."""
    if depth >= limits.MAX_NEAR_STEPS or not isinstance(value, (Sequence, Mapping, Phi)):
        return [value]
    return [item for edge in value.edges for item in _members(edge.to, depth + 1)]


def _held_in(
    reach: Reachability,
    query: Query,
    holder: Instance,
    member: Value,
    tracked: dict[Value, None],
    others: set[int],
) -> Iterator[Problem]:
    if member.kind is kinds.VARIABLE and not is_open(member):
        if _is_lost(reach, member, tracked, others) and member.site is not None:
            yield problem(
                "untracked-weight",
                member.site,
                query,
                path=reach.path(member),
                culprit=member,
                source=shown(member),
            )
    elif isinstance(member, Instance) and not is_open(member):
        lost = [v for v in inside(member) if _is_lost(reach, v, tracked, others)]
        site = member.facts.get("bound") or member.site
        if lost and site is not None:
            yield problem(
                "untracked-weight/holder",
                site,
                query,
                path=reach.path(lost[0]),
                culprit=lost[0],
                source=shown(lost[0]),
                cls=member.cls.name,
            )


def _is_lost(
    reach: Reachability, value: Value, tracked: dict[Value, None], others: set[int]
) -> bool:
    """True if a value is a weight that matters to the loss and that the program never trains."""
    if value in tracked or value.number in others or not reach.surely_reaches(value):
        return False
    if value.facts.get("havocked"):
        return False
    if isinstance(value, Layer):
        return _is_fresh(value)
    return (
        isinstance(value, Variable)
        and value.trainable is True
        and value.dtype not in ("int", "bool", "string")
        and not value.old
        and (value.initial is not None or value.keras is False)
        and "same_as" not in value.facts
        and not _is_copy(value)
    )


def _is_copy(variable: Variable) -> bool:
    """True if the variable starts as a copy of other weights, which may be all it is for."""
    start = variable.initial
    if start is None:
        return False
    behind = all_behind(start, limit=limits.MAX_NEAR_VALUES)
    return behind is None or any(
        value.kind in kinds.HAVE_WEIGHTS or value.kind is kinds.INSTANCE for value in behind
    )


def _is_fresh(layer: Layer) -> bool:
    """True for a layer with weights that start at random, so that they have to be trained."""
    flag = layer.option("trainable")
    return (
        layer.kind is kinds.LAYER
        and is_a(layer.name, "layer")
        and has_weights(layer.name)
        and (flag is None or flag.const is True)
        and layer.option("weights") is None
    )


def _captured(
    reach: Reachability,
    query: Query,
    call: KerasCall,
    tracked: dict[Value, None],
    others: set[int],
) -> Iterator[Problem]:
    """Report weights that a call uses without holding them, or makes itself."""
    callee = call.callee
    for value, user in used_by(call).items():
        if call.first < value.number <= call.last:
            yield from _made_inside(reach, query, call, value, tracked)
        elif value not in inside(callee) and _is_lost(reach, value, tracked, others):
            if isinstance(callee, Instance) and any(
                isinstance(item, Instance) and value in inside(item) and item is not callee
                for item in inside(callee)
            ):
                continue
            site = callee.site if is_lambda(callee) else user.site
            name = "a `Lambda` layer" if is_lambda(callee) else f"`{callee.name}`"
            yield _captured_problem(reach, query, value, site, name)


def _captured_problem(
    reach: Reachability, query: Query, value: Value, site: cst.CSTNode | None, callee: str
) -> Problem:
    return problem(
        "untracked-weight/captured",
        site or query.site,
        query,
        path=reach.path(value),
        culprit=value,
        source=shown(value),
        callee=callee,
    )


def _made_inside(
    reach: Reachability, query: Query, call: KerasCall, value: Value, tracked: dict[Value, None]
) -> Iterator[Problem]:
    """Report a layer that is made in the call itself, with new weights each time."""
    if not isinstance(value, Layer) or value.site is None or value.kind is not kinds.LAYER:
        return
    if value.context.building or not reach.surely_reaches(value):
        return
    traced = not query.explicit or value.context.mode == "traced"
    if not is_a(value.name, "layer") or not has_weights(value.name):
        return
    if value in tracked:
        return
    rule = "layer-made-in-call/traced" if traced else "layer-made-in-call"
    yield problem(rule, value.site, query, culprit=value, layer=value.name.rpartition(".")[2])
