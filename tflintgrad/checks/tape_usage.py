"""Sources the tape does not watch, and misuse of the tape itself (mostly rules 1xx)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import (
    CheckContext,
    Problem,
    asks_for_zeros,
    check,
    problem,
    shown,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients, Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import is_keras_variable, is_trainable
from tflintgrad.flow.interpreter.definitions import keras_role
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked
from tflintgrad.knowledge.hooks import hook


@check
def untracked_sources(context: CheckContext) -> Iterator[Problem]:
    """Report sources the tape does not follow: unwatched tensors, integers, some variables."""
    for query in context.graph.queries:
        reach = context.reach(query)
        for source in query.sources:
            found = _untracked(context, reach, query, source)
            if found is not None:
                yield found


def _is_parameter(context: CheckContext, reach: Reachability, variable: Value) -> bool:
    """True if an integer among the weights of something is used, and no counter."""
    same = reach.aliases(variable)
    if context.graph.incomplete or any(value.facts.get("havocked") for value in same):
        return False
    return reach.depends_on(variable) and not any(
        event.kind == "assign" and event.values[0] in same for event in context.graph.events
    )


def _untracked(
    context: CheckContext, reach: Reachability, query: Query, source: Source
) -> Problem | None:
    value = source.value
    if value.dtype in ("int", "bool", "string") and value.kind in (kinds.VARIABLE, kinds.TENSOR):
        if value.site is None or (value.kind is kinds.TENSOR and not reach.depends_on(value)):
            return None
        is_one_of_many = isinstance(source.group, Weights)
        if is_one_of_many and (query.assumed or not _is_parameter(context, reach, value)):
            return None
        return problem(
            "integer-source",
            value.site,
            query,
            path=reach.path(value),
            culprit=value,
            source=shown(value),
            dtype=value.dtype,
        )
    rebound = _rebound(reach, value) or _rebound_member(reach, query, source)
    if rebound is not None and rebound.site is not None:
        site = rebound.facts.get("rebound_at") or rebound.site
        return problem("variable-rebound", site, query, culprit=rebound, source=shown(value))
    if is_tracked(reach, value) is not False or not query.explicit:
        return None
    if not reach.depends_on(value):
        return None
    if value.kind is kinds.VARIABLE:
        return _untracked_variable(reach, query, value)
    if isinstance(value, Layer):
        return None if query.tape.watched else _untracked_variable(reach, query, value)
    if query.tape.watched and isinstance(query.sources_value, Phi):
        return None  # a loop watches what it carries around
    before = value.facts.get("rebinds")
    if isinstance(before, Value) and is_tracked(reach, before):
        rule = "source-not-on-path/rebound"
    else:
        rule = "source-not-watched"
    return problem(rule, query.site, query, path=reach.path(value), source=shown(value))


@check
def blind_tapes(context: CheckContext) -> Iterator[Problem]:
    """Report queries on a tape that watches nothing, for sources that are not understood."""
    for query in context.graph.queries:
        tape = query.tape
        watches = tape.watched or tape.watch_accessed is not False or tape.escaped
        if watches or tape.records_everything or not query.explicit:
            continue
        sources = [source.value for source in query.sources]
        unknown = any(value.kind in (kinds.UNKNOWN, kinds.INSTANCE) for value in sources)
        reach = context.reach(query)
        if unknown or (sources and not any(map(reach.depends_on, sources))):
            rule = "variable-not-tracked/accessed"
            yield problem(rule, query.site, query, source=shown(query.sources_value))


def _untracked_variable(reach: Reachability, query: Query, value: Value) -> Problem:
    trainable = is_trainable(value)
    rule = "variable-not-tracked/accessed" if trainable else "variable-not-tracked"
    return problem(rule, query.site, query, path=reach.path(value), source=shown(value))


def _rebound(reach: Reachability, source: Value) -> Value | None:
    """Return the tensor that took a variable's name, if the source may be that tensor."""
    tape = reach.tape
    if tape.explicit is False or "inspected" in source.facts:
        return None
    watched = reach.watched()
    if any(value.number in watched for value in reach.aliases(source)):
        return None
    found = alternatives(source, limits.MAX_SOURCE_ALTERNATIVES)
    variables = [value for value in found if value.kind is kinds.VARIABLE]
    for value in found:
        if value.kind is not kinds.TENSOR or not value.is_op or reach.is_recorded(value):
            continue
        before = value.facts.get("rebinds")
        if isinstance(source, Phi) and variables:
            return value
        if isinstance(before, Value) and any(
            item.kind is kinds.VARIABLE and not is_keras_variable(item)
            for item in alternatives(before)
        ):
            return value
    return None


def _rebound_member(reach: Reachability, query: Query, source: Source) -> Value | None:
    """Return the tensor in a list that held variables, as in `params = [p - g for p, g in …]`."""
    held = [other.value for other in query.sources if other is not source]
    if query.tape.watched or not any(value.kind is kinds.VARIABLE for value in held):
        return None
    for value in alternatives(source.value, limits.MAX_SOURCE_ALTERNATIVES):
        if value.kind is kinds.TENSOR and value.is_op and is_tracked(reach, value) is False:
            containers = [item for item in alternatives(query.sources_value) if item is not value]
            for container in containers:
                if container.facts.get("rebinds") is not None and _holds(container, value):
                    return container
            if not reach.is_recorded(value) and _stepped(value):
                return value
    return None


def _stepped(value: Value) -> bool:
    """True if the value was computed from a gradient."""
    return any(
        isinstance(item, Gradients)
        for item in walk_back(value, uncut_edges, limits.MAX_CLOSE_VALUES)
    )


def _holds(container: Value, value: Value) -> bool:
    return any(edge.to is value for edge in container.edges)


@check
def watched_too_late(context: CheckContext) -> Iterator[Problem]:
    """Report `tape.watch` after everything that uses the watched tensor."""
    for query in context.graph.queries:
        reach = context.reach(query)
        for source in query.sources:
            if source.value.kind not in (kinds.TENSOR, kinds.UNKNOWN) or not query.explicit:
                continue
            same = {value.number for value in reach.aliases(source.value)}
            watches = [w for w in query.tape.watched if w.value.number in same]
            if not watches:
                continue
            first = min(watches, key=lambda watch: watch.number)
            uses = [use for use in reach.first_ops(same) if reach.is_recorded(use)]
            before = [value for value in uses if value.number < first.number]
            if not uses or len(before) < len(uses) or _was_followed(reach, source.value, same):
                continue
            if any(_recorded_anyway(reach, use, same) for use in uses):
                continue
            path = reach.path(source.value)
            name = shown(source.value)
            yield problem("watch-after-use", first.site, query, path=path, source=name)


def _recorded_anyway(reach: Reachability, use: Value, same: set[int]) -> bool:
    """True for an op that also reads something the tape follows: all its inputs are recorded."""
    return any(
        is_tracked(reach, edge.to) is not False
        for edge in use.edges
        if same.isdisjoint(v.number for v in reach.aliases(edge.to))
        and edge.to.kind not in (kinds.NUMBER, kinds.STRING, kinds.NONE)
    )


def _was_followed(reach: Reachability, value: Value, same: set[int]) -> bool:
    """True if the value was computed from a variable on the tape, before any `watch`."""
    watched = reach.tape.watched
    reach.tape.watched = [
        watch for watch in watched if same.isdisjoint(v.number for v in reach.aliases(watch.value))
    ]
    try:
        return is_tracked(reach, value) is not False and value.kind is kinds.TENSOR
    finally:
        reach.tape.watched = watched


@check
def disconnected_sources(context: CheckContext) -> Iterator[Problem]:
    """Report sources that the target does not depend on at all."""
    for query in context.graph.queries:
        if not query.explicit or asks_for_zeros(query):
            continue
        reach = context.reach(query)
        if query.tape.records_everything and _reads_collections(reach):
            continue
        if _swapped(context, query):
            yield problem(
                "swapped-target-and-source",
                query.site,
                query,
                target=shown(query.target),
                source=shown(query.sources_value),
            )
            continue
        lost = [s for s in query.sources if not reach.depends_on(s.value)]
        for source in lost:
            if not source.explicit and len(lost) < len(query.sources):
                continue
            if _surely_disconnected(reach, query, source):
                derived = _is_derived_from_original(reach, source.value)
                rule = "source-not-on-path/original" if derived else "source-not-on-path"
                yield problem(rule, query.site, query, source=shown(source.value))
                break


def _reads_collections(reach: Reachability) -> bool:
    """True if the target depends on an op without inputs, such as the total loss of a graph."""
    return any(value.is_op and not value.edges for value in reach.dependencies.values())


def _surely_disconnected(reach: Reachability, query: Query, source: Source) -> bool:
    value = source.value
    if isinstance(value, Phi) or value.kind not in (
        kinds.TENSOR,
        kinds.VARIABLE,
        kinds.LAYER,
        kinds.MODEL,
    ):
        return False
    if query.target.kind in (kinds.NONE, kinds.EXTERNAL):  # of a module that was not read
        return False
    if value.kind is kinds.TENSOR and value.is_op and value.number > query.target.number:
        return not value.context.loops or not reach.query.context.loops
    return reach.certain_after(value)


def _is_derived_from_original(reach: Reachability, value: Value) -> bool:
    """True if the target depends on what the value was computed from."""
    inputs = value.facts.get("inputs") or ()
    return any(item.number in reach.dependencies for item in inputs)


def _swapped(context: CheckContext, query: Query) -> bool:
    """True if the source depends on the target, and not the other way round."""
    if len(query.sources) != 1 or isinstance(query.sources_value, Gradients):
        return False
    source = query.sources[0].value
    targets = [query.target, *alternatives(query.target)]
    if query.target.kind is kinds.WEIGHTS and source.kind is kinds.TENSOR:
        return True
    if not any(item.kind is kinds.VARIABLE for item in targets) and not any(
        watch.value in targets for watch in query.tape.watched
    ):
        return False
    reach = context.reach(query)
    if reach.depends_on(source) or source.kind is kinds.VARIABLE:
        return False
    return reach.leads_to(source, query.target)


@check
def tape_misuse(context: CheckContext) -> Iterator[Problem]:
    """Report calls of tapes, `tf.gradients` and `minimize` that raise."""
    reported: set[int] = set()
    for event in context.graph.events:
        if event.kind in ("second-use", "repeated-use"):
            loops = [int(number) for number in event.note.split(",") if number]
            if loops and all(number in context.single_loops for number in loops):
                continue
            tape = event.values[0]
            if tape.number in reported:
                continue
            reported.add(tape.number)
            rule = "tape-used-twice" if event.kind == "second-use" else "tape-used-twice/loop"
            yield problem(rule, event.site, culprit=tape)
        elif event.kind == "not-recording":
            yield problem("tape-not-recording", event.site, method=event.note)
        elif event.kind == "gradients-in-eager":
            yield problem("gradients-in-eager", event.site)
        elif event.kind == "minimize-without-tape":
            yield problem("minimize-without-tape", event.site)
        elif event.kind == "watch":
            yield from _unwatchable(event, event.values[1])


def _is_keras(owner: Value) -> bool:
    if isinstance(owner, Instance):
        return keras_role(owner.cls) in ("model", "layer")
    return isinstance(owner, Layer)


def _is_keras_variable(value: Value) -> bool:
    """True for a variable of Keras, by itself or out of the list of a layer or model."""
    drawn_from = value.facts.get("element_of")
    if isinstance(drawn_from, Weights) and value.kind is kinds.VARIABLE:
        return _is_keras(drawn_from.owner)
    return is_keras_variable(value)


def _unwatchable(event: Event, value: Value) -> Iterator[Problem]:
    items = value.items if isinstance(value, Sequence) else [value]
    for item in (found for given in items for found in alternatives(given)):
        kind, rule = "", "unwatchable-value"
        if item.kind in (kinds.NUMBER, kinds.NDARRAY) and item.kind == value.kind:
            kind = "a Python number" if item.kind is kinds.NUMBER else "a NumPy array"
        elif item.kind is kinds.WEIGHTS or _is_keras_variable(item):
            rule = "unwatchable-value/variable"
            kind = (
                "a Keras variable"
                if item.kind is not kinds.WEIGHTS
                else "a list of Keras variables"
            )
            if event.context.module.table.is_keras_2 or (
                isinstance(item, Weights) and not _is_keras(item.owner)
            ):
                continue
        elif item.kind is kinds.SYMBOLIC and event.context.function != hook("forward"):
            kind, rule = "a symbolic Keras tensor", "unwatchable-value/symbolic"
        if kind:
            yield problem(rule, event.site, value=kind)
            return
