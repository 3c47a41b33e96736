"""Arguments of a loss: logits or probabilities, and which of them is the truth."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Function, Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.traversal import all_behind, number_edges, walk_back
from tflintgrad.flow.domain.values import Mapping, Sequence, Value, alternatives
from tflintgrad.flow.properties.activations import (
    Probabilities,
    origin_of,
    probabilities_of,
)
from tflintgrad.flow.properties.loss_calls import LossCall, compiled_loss, loss_call
from tflintgrad.flow.properties.ranges import range_of
from tflintgrad.flow.properties.symmetry import is_symmetric
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a
from tflintgrad.knowledge.words import states


@check
def loss_arguments(context: CheckContext) -> Iterator[Problem]:
    """Report losses that get probabilities for logits, logits for probabilities, or a swap."""
    for query in context.graph.queries:
        reach = context.reach(query)
        for value in list(reach.must_reach.values()):
            call = loss_call(value)
            if call is None or value.site is None or not reach.is_recorded(value):
                continue
            source = _reached(reach, query, call.prediction)
            if source is not None:
                traced = value.context.mode != "eager"
                mistake = _mismatch(call.name, call.logits, call.prediction, traced)
                if mistake is not None:
                    path = reach.path(source.value, value)
                    yield _mismatched(mistake, call.shown, value.site, query, path, value)
            else:
                yield from _swapped(context, query, value, call)


def _reached(reach: Reachability, query: Query, value: Value) -> Source | None:
    """Return a source that a gradient reaches through the value."""
    return next((source for source in query.sources if reach.leads_to(value, source.value)), None)


@check
def compiled_losses(context: CheckContext) -> Iterator[Problem]:
    """Report models whose output does not suit the loss that `compile` got."""
    for event in context.graph.events:
        if event.kind != "trained":
            continue
        loss, prediction = event.values
        query = next((q for q in context.graph.queries if _reaches(context, q, prediction)), None)
        if query is None:
            continue
        for part, output in _outputs(loss, prediction):
            name, logits = compiled_loss(part)
            mistake = _mismatch(name, logits, output, event.context.mode != "eager")
            if mistake is not None:
                source = _reached(context.reach(query), query, output)
                path = context.reach(query).path(source.value, output) if source else []
                yield _mismatched(mistake, name, event.site, query, path, output)


def _reaches(context: CheckContext, query: Query, prediction: Value) -> bool:
    target = query.target
    if target is prediction or (isinstance(target, Sequence) and prediction in target.items):
        return True
    return prediction.number in context.reach(query).may_reach


def _outputs(loss: Value, prediction: Value) -> Iterator[tuple[Value, Value]]:
    """Yield each output of a model with the loss that Keras gives it to."""
    if isinstance(prediction, Sequence) and prediction.exact:
        for position, output in enumerate(prediction.items):
            if not isinstance(loss, Sequence):
                yield loss, output
            elif loss.exact and position < len(loss.items):
                yield loss.items[position], output
    elif isinstance(prediction, Mapping):
        for key, output in prediction.entries.items():
            if not isinstance(loss, Mapping):
                yield loss, output
            elif key in loss.entries:
                yield loss.entries[key], output
    elif not isinstance(loss, (Sequence, Mapping)):
        yield loss, prediction


def _mismatch(
    name: str, logits: bool | None, prediction: Value, traced: bool
) -> tuple[str, Value] | None:
    """Return what a loss expects and does not get, and the value that it gets."""
    if logits is None:
        return None
    if logits:
        found = probabilities_of(prediction)
        if found is None or (not is_a(name, "takes_logits") and _keras_sees(found, traced)):
            return None
        return "logits", found.made
    made = origin_of(prediction)
    bounds = [range_of(item) for item in alternatives(made)]
    if any(item is None or item.low >= 0 for item in bounds):
        return None  # one of several activations may make it a probability
    return "probabilities", made


def _keras_sees(found: Probabilities, traced: bool) -> bool:
    """True if Keras finds the activation and uses its input, the logits, instead."""
    return found.bare and (found.by_keras or traced)


def _mismatched(
    mistake: tuple[str, Value],
    loss: str,
    site: cst.CSTNode,
    query: Query,
    path: list[Value],
    culprit: Value,
) -> Problem:
    expected, made = mistake
    rule = "probabilities-as-logits" if expected == "logits" else "logits-as-probabilities"
    layer = made.facts.get("layer")
    if layer is not None:
        name = f"`{layer.label or layer.name.rpartition('.')[2]}`"
    else:
        called = made.facts.get("called")
        name = f"`{called}`" if called else shown(made)
    return problem(
        rule, site, query, path=path, culprit=culprit, loss=loss, made=name, activated=made
    )


# --- swapped arguments ------------------------------------------------------------------


def _swapped(
    context: CheckContext, query: Query, value: Value, call: LossCall
) -> Iterator[Problem]:
    """Report a loss that gets the prediction in the place of the truth, and the other way round."""
    reach = context.reach(query)
    source = _reached(reach, query, call.truth)
    if source is None or value.site is None:
        return
    diverges = is_a(call.name, "divergence")
    if diverges and not _is_reversed_by_mistake(context, query, call):
        return
    if not diverges and not is_a(call.name, "asymmetric_loss"):
        return
    if _may_have_weights(call.prediction) and not _are_named_swapped(context, call):
        return
    path = reach.path(source.value, value)
    loss, truth = call.shown, shown(call.prediction)
    if diverges:
        found = problem(
            "swapped-loss-arguments/divergence",
            value.site,
            query,
            path=path,
            culprit=value,
            loss=loss,
        )
        found.severity = "warning"
        yield found
    else:
        yield problem(
            "swapped-loss-arguments",
            value.site,
            query,
            path=path,
            culprit=value,
            loss=loss,
            prediction=shown(call.truth),
            truth=truth,
        )


def _is_reversed_by_mistake(context: CheckContext, query: Query, call: LossCall) -> bool:
    """True if a divergence has the prediction first, and nothing shows that this order is meant.

    A distribution that weights alone describe predicts nothing: variational inference fits it to a
    target density, in this order.
    """
    if not _are_named_swapped(context, call) or not _is_predicted(call.truth):
        return False
    return not _has_right_order(context.reach(query), query)


def _is_predicted(value: Value) -> bool:
    """True if a value is computed from data, and not from variables and single numbers alone."""
    for item in walk_back(value, _inputs_but_of_variables, limits.MAX_WALK_VALUES):
        if item.facts.get("layer") is not None or item.kind in (kinds.LAYER, kinds.MODEL):
            return True
        is_leaf = not item.edges or item.facts.get("constant", False)
        if is_leaf and not item.scalar and item.kind not in (kinds.VARIABLE, kinds.NUMBER):
            return True
    return False


def _inputs_but_of_variables(value: Value) -> list[Value]:
    return [] if value.kind is kinds.VARIABLE else list(number_edges(value))


def _has_right_order(reach: Reachability, query: Query) -> bool:
    """True if a divergence takes the prediction in its place: a sum of both orders is meant."""
    calls = (loss_call(value) for value in reach.must_reach.values())
    return any(
        is_a(call.name, "divergence") and _reached(reach, query, call.prediction) is not None
        for call in calls
        if call is not None
    )


def _are_named_swapped(context: CheckContext, call: LossCall) -> bool:
    """True if names say that the second argument is what the first one should become."""
    models: dict[int, list[str]] = {}
    for made in context.graph.keras_calls:
        if made.result is not None:
            callee = made.callee
            name = callee.label if isinstance(callee, Layer) else callee.name
            models.setdefault(made.result.number, []).append(name)
    return _is_named_truth(call.prediction, models) and not _is_named_truth(call.truth, models)


def _is_named_truth(value: Value, models: dict[int, list[str]]) -> bool:
    """True for `targets`, `labels` and what a `teacher` computes."""
    for item in walk_back(value, _unnamed_inputs, limits.MAX_CLOSE_VALUES):
        if any(states(name, "wanted") for name in (item.name, *models.get(item.number, ()))):
            return True
    return False


def _unnamed_inputs(value: Value) -> list[Value]:
    """Return what an op computes with: the model that a value comes from, not its data."""
    if value.facts.get("layer") is not None or "template" in value.facts:
        return []
    return [edge.to for edge in value.edges]


@check
def loss_functions(context: CheckContext) -> Iterator[Problem]:
    """Report functions for `compile` that name the prediction first: Keras passes the truth."""
    for event in context.graph.events:
        if event.kind != "loss-function":
            continue
        function, truth, prediction, result = event.values
        query = next((q for q in context.graph.queries if q.target is result), None)
        if not isinstance(function, Function) or query is None:
            continue
        # Names are the only sign of what the author of a loss took for the truth.
        passed = [p for p in function.node.params.params if p.default is None]
        names = [parameter.name.value for parameter in passed[-2:]]
        if len(names) < 2 or not states(names[0], "prediction") or not states(names[1], "truth"):
            continue
        behind = context.reach(query).dependencies.values()
        if any(loss_call(value) is not None for value in behind):
            continue  # the other check knows which argument is which
        if is_symmetric(result, truth, prediction) is False:
            yield problem(
                "swapped-loss-arguments/function",
                event.site,
                query,
                path=[prediction, result],
                culprit=result,
                function=function.name,
                parameter=names[0],
            )


def _may_have_weights(value: Value) -> bool:
    """True if what stands in the prediction's place may come from a model or a variable."""
    behind = all_behind(value, number_edges, limits.MAX_WALK_VALUES)
    if behind is None:
        return True
    return any(
        item.kind in kinds.HAVE_WEIGHTS
        or isinstance(item, (Instance, Weights))
        or item.facts.get("opaque")
        or item.facts.get("layer") is not None
        for item in behind
        for item in alternatives(item)
    )
