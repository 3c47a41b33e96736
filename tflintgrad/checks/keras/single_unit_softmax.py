"""A softmax over an axis of size 1, which is always 1."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import External, Function, Layer, Trainable, Weights
from tflintgrad.flow.domain.provenance import computed_by, constant_option, option_of
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_behind, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes.rule_calls import integer
from tflintgrad.flow.properties.shapes.shape_of import Shape, shape_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.symbolic_tensors import is_symbolic
from tflintgrad.knowledge.roles import is_a


@check
def softmax_of_one(context: CheckContext) -> Iterator[Problem]:
    """Report a softmax over one unit, if a gradient has no other way to a source."""
    for query in context.graph.queries:
        reach = context.reach(query)
        if reach.gave_up or query.assumed:
            continue
        for value in list(reach.must_reach.values()):
            if value.site is None or not _is_over_one(value):
                continue
            if not reach.is_recorded(value) and not is_symbolic(value):
                continue
            if _is_recovered(context, query, value):
                continue
            source = _blocked(reach, query, value)
            if source is None:
                continue
            layer = value.facts.get("layer")
            made = layer.site if layer is not None else None
            yield problem(
                "softmax-over-one",
                made or value.site,
                query,
                path=reach.path(source, value),
                culprit=value,
                source=shown(source),
            )


def _is_over_one(value: Value) -> bool:
    """True if the value is a softmax whose axis certainly has size 1."""
    layer = value.facts.get("layer")
    if layer is None:
        inputs = inputs_of(value)
        if not computed_by(value, "softmax") or not inputs:
            return False
        axis = option_of(value, "axis")
        if axis is None and constant_option(value, "axis") not in (None, "-1", "None"):
            return False
        return _size_at(shape_of(inputs[0]), axis) == 1
    if is_a(layer.name, "softmax"):
        return _size_at(shape_of(value), layer.option("axis")) == 1
    return _activates_by_softmax(layer) and shape_of(value).last == 1


def _size_at(shape: Shape, axis: Value | None) -> int | None:
    place = -1 if axis is None or axis.kind is kinds.NONE else integer(axis)
    if place is None or not -len(shape.dims) <= place < (shape.rank or 0 if place >= 0 else 1):
        return None
    dim = shape.dims[place]
    return dim if isinstance(dim, int) else None


def _activates_by_softmax(layer: Layer) -> bool:
    activation = layer.option("activation")
    if activation is None:
        return False
    return activation.const == "softmax" or (
        isinstance(activation, External) and is_a(activation.name, "softmax")
    )


def _is_recovered(context: CheckContext, query: Query, value: Value) -> bool:
    """True if a loss of Keras goes around the softmax: it reads what went into it."""
    if query.method == "fit" and _may_recover(context, query):
        return True
    return _is_read_by_keras(context.reach(query), value)


def _is_read_by_keras(reach: Reachability, value: Value) -> bool:
    """True if a loss of Keras that looks behind the activation gets the value itself."""
    for user in reach.dependencies.values():
        if not any(edge.to is value for edge in user.edges):
            continue
        loss = user.facts.get("loss")
        name = loss.name if loss is not None else user.facts.get("op", "")
        if is_a(name, "reads_logits"):
            return True
    return False


def _may_recover(context: CheckContext, query: Query) -> bool:
    """True unless the loss of `fit` looks at the prediction only, not behind it."""
    model = query.sources_value.owner if isinstance(query.sources_value, Weights) else None
    training = model.training if isinstance(model, Trainable) else None
    loss = training.loss if training is not None else None
    if isinstance(loss, Layer):
        return is_a(loss.name, "reads_logits")
    if loss is not None and isinstance(loss.const, str):
        return "crossentropy" in loss.const.lower()
    if training is not None and isinstance(loss, Function):
        return _function_may_recover(context, training.predictions)
    return not isinstance(loss, External) or is_a(loss.name, "reads_logits")


def _function_may_recover(context: CheckContext, predictions: list[Value]) -> bool:
    """True if a loss function may give its prediction to a loss of Keras as it is."""
    found = False
    for query in context.graph.queries:
        if query.sources_value not in predictions:
            continue
        found = True
        reach = context.reach(query)
        unread = any("not_followed" in item.facts for item in reach.dependencies.values())
        if reach.gave_up or unread or _is_read_by_keras(reach, query.sources_value):
            return True
    return not found


def _blocked(reach: Reachability, query: Query, value: Value) -> Value | None:
    """Return a source that a gradient reaches through the value only."""

    def others(item: Value) -> list[Value]:
        return [] if item is value else [edge.to for edge in reach.open_edges(item)]

    open_without = all_behind(query.target, others)
    if open_without is None:
        return None
    behind = {item.number for item in walk_back(value)}
    for source in query.sources:
        aliases = reach.aliases(source.value)
        if any(item in open_without for item in aliases):
            continue
        if any(item.number in behind for item in aliases) and reach.reaches(source.value):
            return source.value
    return None
