"""Sources that the tape does not follow: unwatched, watched too late, or of a dtype without one."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import (
    CheckContext,
    Problem,
    check,
    problem,
    shown,
    written,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Value, alternatives
from tflintgrad.flow.domain.variables import is_keras_variable, is_trainable
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked


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
    if isinstance(before, Value) and _is_watched(reach, before):
        rule = "source-not-on-path/rebound"
    else:
        rule = "source-not-watched"
    return problem(rule, query.site, query, path=reach.path(value), source=shown(value))


def _is_watched(reach: Reachability, value: Value) -> bool:
    """True if the program told this very tape to watch a value."""
    watched = reach.watched()
    return any(alias.number in watched for alias in reach.aliases(value))


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
    source = shown(value) if value.name else written(query, "sources", value)
    return problem(rule, query.site, query, path=reach.path(value), source=source)


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
            origin = (first.site, f"the tape watches {name} from here on")
            yield problem(
                "watch-after-use", first.site, query, path=path, origin=origin, source=name
            )


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
