"""Lists of Keras variables that are empty, frozen, or not all trained (rules 8xx)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import expand_sources
from tflintgrad.flow.domain.traversal import all_behind, all_edges, walk_back
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import is_trainable
from tflintgrad.flow.interpreter.definitions import keras_role
from tflintgrad.knowledge.keras_layers import has_variables
from tflintgrad.knowledge.roles import is_a
from tflintgrad.knowledge.variable_lists import is_trainable_list, kind_of
from tflintgrad.source.syntax.bindings import dotted_name
from tflintgrad.source.syntax.expression_text import expression_text


@check
def non_trainable_sources(context: CheckContext) -> Iterator[Problem]:
    """Report `variables` and `weights` as sources, where they include what is not trained."""
    for query in context.graph.queries:
        for weights in lists_of(query.sources_value):
            if kind_of(weights.name) not in ("all", "all_with_seeds"):
                continue
            if isinstance(weights.owner, Instance) and keras_role(weights.owner.cls) == "module":
                continue  # what a `tf.Module` sees of layers depends on the version of Keras
            kind = kind_of(weights.name)
            if any(_keeps_statistics(part, kind) for part in _parts(weights.owner)):
                listed = written_list(query, weights)
                yield problem(
                    "non-trainable-source",
                    query.site,
                    query,
                    list=listed,
                    owner_of_list=listed.rpartition(".")[0],
                )


@check
def only_non_trainable_sources(context: CheckContext) -> Iterator[Problem]:
    """Report `non_trainable_variables` as sources, in programs that freeze nothing."""
    frozen = [
        event.values[0]
        for event in context.graph.events
        if event.kind == "sets-trainable" and event.values[1].const is not True
    ]
    for query in context.graph.queries:
        lists = lists_of(query.sources_value) or either_list(query.sources_value)
        found = [weights for weights in lists if kind_of(weights.name) == "non_trainable"]
        if found and not any(_may_be_frozen(weights.owner, frozen) for weights in found):
            listed = written_list(query, found[0])
            yield problem("non-trainable-source/only", query.site, query, list=listed)


def written_list(query: Query, weights: Weights) -> str:
    """Return a list of variables as the query or its line names it, or else by its owner."""
    for node in (query.arguments.written("sources"), weights.site):
        text = expression_text(node)
        if text.endswith(f".{weights.name}"):
            return text
    return shown(weights).strip("`")


def _may_be_frozen(owner: Value, frozen: list[Value]) -> bool:
    """True if a layer is made with `trainable=…`, or may be one of those that are frozen."""
    parts = _all_parts(owner)
    if parts is None:
        return True
    if any(isinstance(part, Layer) and part.option("trainable") is not None for part in parts):
        return True
    if any(part.kind is kinds.UNKNOWN for part in parts):
        return bool(frozen)  # it may be any of them
    inside = {part.number for part in parts}
    for layer in frozen:
        others = _all_parts(layer)
        if others is None or any(o.number in inside or o.kind is kinds.UNKNOWN for o in others):
            return True
    return False


def either_list(sources: Value) -> list[Weights]:
    """Return the lists of which a query gets one: the same attribute of several objects."""
    lists = alternatives(sources) if isinstance(sources, Phi) else []
    found = [item for item in lists if isinstance(item, Weights)]
    is_one_attribute = len({item.name for item in found}) == 1
    return found if is_one_attribute and len(found) == len(lists) else []


def lists_of(sources: Value) -> list[Weights]:
    """Return the lists of weights among the sources of a query."""
    if isinstance(sources, Weights):
        return [sources]
    parts: list[Value] = []
    if isinstance(sources, Sequence):
        parts = list(sources.concatenated or sources.items)
    elif isinstance(sources, Mapping):
        parts = list(sources.entries.values())
    return [found for part in parts if part is not sources for found in lists_of(part)]


def keeps_statistics(owner: Value) -> bool:
    """True if some weights of a model or layer are not trained."""
    return any(_keeps_statistics(part) for part in _parts(owner))


def _parts(owner: Value) -> Iterator[Value]:
    """Yield the owner and what it is made of, up to a limit."""
    return walk_back(owner, _inside, limits.MAX_NEAR_VALUES)


def _all_parts(owner: Value) -> list[Value] | None:
    """Return the owner and everything it is made of; None if that is too much."""
    return all_behind(owner, _inside, limits.MAX_NEAR_VALUES)


def _inside(value: Value) -> Iterable[Value]:
    own: list[Value] = list(value.parts) if isinstance(value, Layer) else []
    if isinstance(value, Layer) and value.output is not None:
        own.append(value.output)
    return [*own, *all_edges(value)]


def _keeps_statistics(value: Value, kind: str = "all") -> bool:
    if isinstance(value, Layer):
        seeded = kind == "all_with_seeds" and has_variables(value.name, "seed")
        seeded = seeded and not value.context.module.table.is_keras_2  # it has no such variables
        return has_variables(value.name, "statistics") or seeded
    return is_trainable(value) is False


@check
def frozen_sources(context: CheckContext) -> Iterator[Problem]:
    """Report `trainable_variables` of something frozen."""
    for query in context.graph.queries:
        weights = query.sources_value
        if not isinstance(weights, Weights) or not is_trainable_list(weights.name):
            continue
        if not query.explicit:
            continue  # Keras 2 goes by what was trainable when the model was compiled
        if weights.frozen:
            yield problem(
                "frozen-source",
                query.site,
                query,
                origin=_frozen_at(context, weights.owner, _shown_owner(weights.owner)),
                owner=_shown_owner(weights.owner),
            )


def _frozen_at(context: CheckContext, owner: Value, name: str) -> tuple[cst.CSTNode, str] | None:
    """Return where the program freezes a model or layer, if one line does."""
    for event in context.graph.events:
        frozen, flag = event.values[:2] if event.kind == "sets-trainable" else (None, None)
        if frozen is owner and flag is not None and flag.const is False:
            return event.site, f"{name} is frozen here"
    return None


@check
def lists_before_unfreezing(context: CheckContext) -> Iterator[Problem]:
    """Report lists that were read while their owner was frozen, and are used after."""
    thawed = [
        event.values
        for event in context.graph.events
        if event.kind == "sets-trainable" and event.values[1].const is True
    ]
    reported: set[int] = set()
    for query in context.graph.queries if thawed else ():
        for weights in lists_of(query.sources_value):
            if not weights.frozen or weights.site is None or weights.number in reported:
                continue
            if not is_trainable_list(weights.name) or not query.explicit:
                continue
            numbers = [flag.number for owner, flag in thawed if owner is weights.owner]
            if any(weights.number < number < query.target.number for number in numbers):
                reported.add(weights.number)
                owner = _shown_owner(weights.owner)
                yield problem("frozen-source/early", weights.site, query, owner=owner)


@check
def frozen_models(context: CheckContext) -> Iterator[Problem]:
    """Report `fit` of something frozen, and flags that change after Keras has read them."""
    queries = {id(query.site): query for query in context.graph.queries if not query.explicit}
    for event in context.graph.events:
        query = queries.get(id(event.site))
        if event.kind == "trains-frozen":
            rule = "frozen-model-trained/late" if event.note else "frozen-model-trained"
            model = event.values[0]
            owner = _trained(event.site, model)
            origin = _frozen_at(context, model, owner)
            yield problem(rule, event.site, query, origin=origin, owner=owner)
        elif event.kind == "trainable-too-late":
            model, layer, *_ = event.values
            thawed = event.note == "thawed"
            rule = "frozen-model-trained/thawed" if thawed else "frozen-model-trained/frozen"
            owner = _trained(event.site, model)
            yield problem(rule, event.site, query, owner=owner, layer=shown(layer))


@check
def unbuilt_sources(context: CheckContext) -> Iterator[Problem]:
    """Report variables that are listed before the model has any."""
    for query in context.graph.queries:
        for weights in lists_of(query.sources_value):
            if weights.built is not False or weights.site is None or not query.explicit:
                continue
            if _unbuilt(weights):
                owner = _shown_owner(weights.owner)
                yield problem("variables-before-build", weights.site, query, owner=owner)


def _trained(call: cst.CSTNode, model: Value) -> str:
    """Return a model as the call that trains it names it."""
    method = call.func if isinstance(call, cst.Call) else None
    written = dotted_name(method.value) if isinstance(method, cst.Attribute) else ""
    return f"`{written}`" if written else _shown_owner(model)


def _shown_owner(owner: Value) -> str:
    return f"`{owner.label or owner.name}`" if isinstance(owner, Layer) else shown(owner)


def _unbuilt(weights: Weights) -> bool:
    owner = weights.owner
    if isinstance(owner, Instance):
        leaves = [source.value for source in expand_sources(weights)]
        return bool(leaves) and all(
            isinstance(leaf, Layer) and leaf.kind is kinds.LAYER for leaf in leaves
        )
    if not isinstance(owner, Layer) or is_a(owner.name, "application", "load_model"):
        return False
    if owner.output is not None:
        return False
    parts = [item for part in _layers(owner) for item in alternatives(part)]
    if any(not isinstance(p, (Layer, Instance)) or is_a(p.name, "input_layer") for p in parts):
        return False
    layers = [owner, *(part for part in parts if isinstance(part, Layer))]
    if any(item.option("input_shape") or item.option("input_dim") for item in layers):
        return False
    return is_a(owner.name, "sequential") or owner.kind is kinds.LAYER


def _layers(owner: Layer) -> list[Value]:
    """Return the layers of a model; some of them, where they are not known one by one."""
    given = owner.arguments.passed("layers") if is_a(owner.name, "sequential") else None
    if given is None or owner.parts:
        return owner.parts
    if not isinstance(given, Sequence):
        return [given]
    return given.held()
