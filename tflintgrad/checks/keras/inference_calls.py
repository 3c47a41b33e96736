"""Training steps that call a model as for inference (rule 528)."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad.checks.base import CheckContext, Problem, check, coded, problem, shown
from tflintgrad.checks.updates.update_events import queries_near, updates
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.keras_calls import KerasCall
from tflintgrad.flow.domain.objects import Layer
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import inside
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.roles import is_a


@check
def inference_calls(context: CheckContext) -> Iterator[Problem]:
    """Report models that a training step calls without `training`, though a layer needs it."""
    events = context.graph.events
    if not context.graph.keras_calls or any(event.kind == "learning-phase" for event in events):
        return
    flagged = {
        part.number
        for event in events
        if event.kind == "sets-trainable"
        for part in inside(event.values[0])
    }
    applied = {id(q) for update in updates(context.graph) for q in queries_near(update.gradients)}
    reported: set[int] = set()
    for query in context.graph.queries:
        if not query.explicit or query.tape.records_everything or id(query) not in applied:
            continue
        for made, layer, value in _in_inference(context, query, flagged):
            if id(made.site) not in reported:
                reported.add(id(made.site))
                path = context.reach(query).path(value)
                yield problem(
                    "inference-in-training",
                    made.site,
                    query,
                    path=path,
                    culprit=value,
                    model=_shown(made),
                    layer=layer.name.rpartition(".")[2],
                )


def _in_inference(
    context: CheckContext, query: Query, flagged: set[int]
) -> Iterator[tuple[KerasCall, Layer, Value]]:
    """Yield calls by the program of what the query trains, with a layer inside that needs more."""
    reach = context.reach(query)
    trained = {source.value.number for source in query.sources}
    outermost = [made for made in context.graph.keras_calls if not made.context.in_layer]
    judged: set[int] = set()
    for value in list(reach.must_reach.values()):
        layer = value.facts.get("layer")
        if layer is None or not is_a(layer.name, "differs_in_training"):
            continue
        if not _may_differ(layer) or layer.number in flagged or not reach.is_recorded(value):
            continue
        around = [made for made in outermost if made.first < value.number <= made.last]
        made = min(around, key=lambda made: made.first, default=None)
        if made is None or id(made) in judged or not _is_left_out(context, made, value):
            continue
        if _is_told(context, layer):
            continue
        if not any(reach.leads_to(value, s.value) for s in query.sources):
            continue
        judged.add(id(made))
        is_trained = any(part.number in trained for part in inside(made.callee))
        if is_trained and _is_whole(made) and not _is_called_in_training(context, query, made):
            yield made, layer, value


def _may_differ(layer: Layer) -> bool:
    """True unless the layer drops nothing, or is made with `trainable=False`."""
    rate, trainable = layer.option("rate"), layer.option("trainable")
    is_idle = is_a(layer.name, "dropout_layer") and rate is not None and rate.const == 0
    return not is_idle and (trainable is None or trainable.const is True)


def _is_told(context: CheckContext, layer: Layer) -> bool:
    """True if a functional model was described with `layer(x, training=…)`, which stays."""
    return any(
        made.callee is layer
        and made.training is not None
        and made.result is not None
        and made.result.kind is kinds.SYMBOLIC
        for made in context.graph.keras_calls
    )


def _is_left_out(context: CheckContext, made: KerasCall, value: Value) -> bool:
    """True if no call around the layer says whether this is training."""
    if any(isinstance(passed.const, bool) for passed in made.inputs):
        return False  # Keras 2 takes it by position as well
    said = value.context.training
    if said is None or said.kind is kinds.NONE:
        return True
    if said.const is not False:
        return False
    around = [
        call
        for call in context.graph.keras_calls
        if made.first <= call.first < value.number <= call.last
    ]
    return any(call.default_training is said for call in around)


def _is_whole(made: KerasCall) -> bool:
    """True for a call that the analysis followed to its end, with the model's own weights."""
    return made.result is not None and made.callee.kind is not kinds.UNKNOWN


def _is_called_in_training(context: CheckContext, query: Query, made: KerasCall) -> bool:
    """True if the target also depends on a call of the same model that says what it is."""
    reach = context.reach(query)
    return any(
        other.callee is made.callee
        and other is not made
        and other.result is not None
        and other.result.number in reach.dependencies
        and other.training is not None
        for other in context.graph.keras_calls
    )


def _shown(made: KerasCall) -> str:
    called = made.site.func if isinstance(made.site, cst.Call) else None
    return coded(called, shown(made.callee, "the model"))
