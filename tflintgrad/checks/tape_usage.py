"""TFG1xx: what the tape watches, when it records, how often it is asked."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import (
    CheckContext,
    Problem,
    asks_for_zeros,
    check,
    effect_of_none,
    shown,
)
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients, Instance, Layer, Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.traversal import uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Value, alternatives
from tflintgrad.flow.interpreter.definitions import keras_role
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked


@check
def untracked_sources(survey: CheckContext) -> Iterator[Problem]:
    """Sources the tape does not follow: unwatched tensors, untracked or integer variables."""
    for query in survey.graph.queries:
        reach = survey.reach(query)
        for source in query.sources:
            problem = _untracked(survey, reach, query, source)
            if problem is not None:
                yield problem


def _is_parameter(survey: CheckContext, reach: Reachability, variable: Value) -> bool:
    """Of an integer among the weights of something: whether it is used, and no counter."""
    same = reach.same(variable)
    return reach.depends_on(variable) and not any(
        event.kind == "assign" and event.values[0] in same for event in survey.graph.events
    )


def _untracked(
    survey: CheckContext, reach: Reachability, query: Query, source: Source
) -> Problem | None:
    value = source.value
    if value.dtype in ("int", "bool", "string") and value.kind in ("variable", "tensor"):
        if value.site is None or (value.kind == "tensor" and not reach.depends_on(value)):
            return None
        is_one_of_many = isinstance(source.group, Weights)
        if is_one_of_many and (query.assumed or not _is_parameter(survey, reach, value)):
            return None
        return Problem(
            "TFG304",
            value.site,
            f"{shown(value)} has dtype {value.dtype}: TensorFlow gives no gradient for it",
            effect_of_none(query),
            query=query,
            culprit=value,
            path=reach.path(value),
        )
    rebound = _rebound(reach, value) or _rebound_member(reach, query, source)
    if rebound is not None and rebound.site is not None:
        return Problem(
            "TFG401",
            rebound.facts.get("rebound_at") or rebound.site,
            f"{shown(value)} was a `tf.Variable` and becomes a plain tensor here, which the "
            "tape does not watch when it is differentiated again",
            effect_of_none(query),
            query=query,
            culprit=rebound,
        )
    if is_tracked(reach, value) is not False or not query.explicit:
        return None
    if not reach.depends_on(value):
        return None
    if value.kind == "variable":
        return _untracked_variable(reach, query, value)
    if isinstance(value, Layer):
        return None if query.tape.watched else _untracked_variable(reach, query, value)
    if query.tape.watched and isinstance(query.asked, Phi):
        return None  # a loop watches what it carries around
    before = value.facts.get("rebinds")
    if isinstance(before, Value) and is_tracked(reach, before):
        return Problem(
            "TFG104",
            query.site,
            f"{shown(value)} was bound to another tensor after it was watched",
            effect_of_none(query),
            query=query,
            path=reach.path(value),
        )
    return Problem(
        "TFG102",
        query.site,
        f"{shown(value)} is a plain tensor that the tape was not told to watch",
        effect_of_none(query),
        query=query,
        path=reach.path(value),
    )


def _untracked_variable(reach: Reachability, query: Query, value: Value) -> Problem:
    reason = (
        "is not trainable"
        if not value.facts.get("trainable", True)
        else "is not watched, and the tape does not watch what it accesses"
    )
    return Problem(
        "TFG111",
        query.site,
        f"{shown(value)} {reason}",
        effect_of_none(query),
        query=query,
        path=reach.path(value),
    )


def _rebound(reach: Reachability, source: Value) -> Value | None:
    """The tensor that took a variable's name, if the source may be that tensor."""
    tape = reach.tape
    if tape.explicit is False:
        return None
    watched = reach.watched()
    if any(value.number in watched for value in reach.same(source)):
        return None
    found = alternatives(source, limits.MAX_SOURCE_ALTERNATIVES)
    variables = [value for value in found if value.kind == "variable"]
    for value in found:
        if value.kind != "tensor" or not value.is_op or reach.recorded(value):
            continue
        before = value.facts.get("rebinds")
        if isinstance(source, Phi) and variables:
            return value
        if isinstance(before, Value) and any(
            item.kind == "variable" and not item.facts.get("keras") for item in alternatives(before)
        ):
            return value
    return None


def _rebound_member(reach: Reachability, query: Query, source: Source) -> Value | None:
    """A tensor in a list or dict that held variables: `params = [p - g for p, g in …]`."""
    held = [other.value for other in query.sources if other is not source]
    if query.tape.watched or not any(value.kind == "variable" for value in held):
        return None
    for value in alternatives(source.value, limits.MAX_SOURCE_ALTERNATIVES):
        if value.kind == "tensor" and value.is_op and is_tracked(reach, value) is False:
            containers = [item for item in alternatives(query.asked) if item is not value]
            for container in containers:
                if container.facts.get("rebinds") is not None and _holds(container, value):
                    return container
            if not reach.recorded(value) and _stepped(value):
                return value
    return None


def _stepped(value: Value) -> bool:
    """Was a gradient subtracted to get here?"""
    return any(
        isinstance(item, Gradients)
        for item in walk_back(value, uncut_edges, limits.MAX_CLOSE_VALUES)
    )


def _holds(container: Value, value: Value) -> bool:
    return any(edge.to is value for edge in container.edges)


@check
def watched_too_late(survey: CheckContext) -> Iterator[Problem]:
    for query in survey.graph.queries:
        reach = survey.reach(query)
        for source in query.sources:
            if source.value.kind not in ("tensor", "unknown") or not query.explicit:
                continue
            same = {value.number for value in reach.same(source.value)}
            watches = [w for w in query.tape.watched if w.value.number in same]
            if not watches:
                continue
            first = min(watches, key=lambda watch: watch.number)
            uses = [use for use in reach.first_ops(same) if reach.recorded(use)]
            before = [value for value in uses if value.number < first.number]
            if not uses or len(before) < len(uses) or _was_followed(reach, source.value, same):
                continue
            if any(_recorded_anyway(reach, use, same) for use in uses):
                continue
            yield Problem(
                "TFG103",
                first.site,
                f"{shown(source.value)} is watched after it was used: what came before is not "
                "recorded",
                effect_of_none(query),
                query=query,
                path=reach.path(source.value),
            )


def _recorded_anyway(reach: Reachability, use: Value, same: set[int]) -> bool:
    """An op that also reads something the tape follows is recorded, with all its inputs."""
    return any(
        is_tracked(reach, edge.to) is not False
        for edge in use.edges
        if same.isdisjoint(v.number for v in reach.same(edge.to))
        and edge.to.kind not in ("number", "string", "none")
    )


def _was_followed(reach: Reachability, value: Value, same: set[int]) -> bool:
    """Computed on the tape from a variable: it was followed before anyone watched it."""
    kept = reach.tape.watched
    reach.tape.watched = [
        watch for watch in kept if same.isdisjoint(v.number for v in reach.same(watch.value))
    ]
    try:
        return is_tracked(reach, value) is not False and value.kind == "tensor"
    finally:
        reach.tape.watched = kept


@check
def disconnected_sources(survey: CheckContext) -> Iterator[Problem]:
    """The target does not depend on the source at all."""
    for query in survey.graph.queries:
        if not query.explicit or asks_for_zeros(query):
            continue
        reach = survey.reach(query)
        if _swapped(survey, query):
            yield Problem(
                "TFG108",
                query.site,
                "the target comes first, then the sources: this asks for the gradient of "
                f"{shown(query.target)} with respect to {shown(query.asked)}",
                effect_of_none(query),
                query=query,
            )
            continue
        lost = [s for s in query.sources if not reach.depends_on(s.value)]
        for source in lost:
            if not source.explicit and len(lost) < len(query.sources):
                continue
            if _surely_disconnected(reach, query, source):
                yield Problem(
                    "TFG104",
                    query.site,
                    f"the target does not depend on {shown(source.value)}"
                    f"{_why_disconnected(reach, source.value)}",
                    effect_of_none(query),
                    query=query,
                )
                break


def _surely_disconnected(reach: Reachability, query: Query, source: Source) -> bool:
    value = source.value
    if isinstance(value, Phi) or value.kind not in ("tensor", "variable", "layer", "model"):
        return False
    if query.target.kind in ("none", "external"):  # of a module that was not read
        return False
    if value.kind == "tensor" and value.is_op and value.number > query.target.number:
        return not value.context.loops or not reach.query.context.loops
    return reach.certain_after(value)


def _why_disconnected(reach: Reachability, value: Value) -> str:
    inputs = value.facts.get("inputs") or ()
    if any(item.number in reach.everything for item in inputs):
        return ": it was made anew, and the target was computed from the original"
    return ""


def _swapped(survey: CheckContext, query: Query) -> bool:
    """Does the "source" depend on the "target", and not the other way round?"""
    if len(query.sources) != 1 or isinstance(query.asked, Gradients):
        return False
    asked = query.sources[0].value
    targets = [query.target, *alternatives(query.target)]
    if query.target.kind == "weights" and asked.kind == "tensor":
        return True
    if not any(item.kind == "variable" for item in targets) and not any(
        watch.value in targets for watch in query.tape.watched
    ):
        return False
    reach = survey.reach(query)
    if reach.depends_on(asked) or asked.kind == "variable":
        return False
    return reach.leads_to(asked, query.target)


@check
def tape_misuse(survey: CheckContext) -> Iterator[Problem]:
    told: set[int] = set()
    for event in survey.graph.events:
        if event.kind in ("second-use", "repeated-use"):
            loops = [int(number) for number in event.note.split(",") if number]
            if loops and all(number in survey.single_loops for number in loops):
                continue
            tape = event.values[0]
            if tape.number in told:
                continue
            told.add(tape.number)
            how = "again" if event.kind == "second-use" else "in every iteration"
            yield Problem(
                "TFG105",
                event.site,
                f"this tape is not persistent and is asked {how}: the second time raises "
                "`RuntimeError`",
                "error",
            )
        elif event.kind == "not-recording":
            yield Problem(
                "TFG113",
                event.site,
                f"`{event.note}()` on a tape that is not recording raises `ValueError`",
                "error",
            )
        elif event.kind == "gradients-in-eager":
            yield Problem(
                "TFG109",
                event.site,
                "`tf.gradients` raises `RuntimeError` in eager mode",
                "error",
            )
        elif event.kind == "minimize-without-tape":
            yield Problem(
                "TFG110",
                event.site,
                "`minimize` of a tensor needs the tape that recorded it",
                "error",
            )
        elif event.kind == "watch":
            yield from _unwatchable(event, event.values[1])


def _is_keras(owner: Value) -> bool:
    if isinstance(owner, Instance):
        return keras_role(owner.cls) in ("model", "layer")
    return isinstance(owner, Layer)


def _unwatchable(event: Event, value: Value) -> Iterator[Problem]:
    for item in alternatives(value):
        kind = ""
        if item.kind in ("number", "ndarray") and item.kind == value.kind:
            kind = "a Python number" if item.kind == "number" else "a NumPy array"
        elif item.kind in ("weights",) or item.facts.get("keras"):
            kind = "a Keras variable" if item.kind != "weights" else "a list of Keras variables"
            if event.context.module.table.is_keras_2 or (
                isinstance(item, Weights) and not _is_keras(item.owner)
            ):
                continue
        elif item.kind == "symbolic" and event.context.function != "call":
            kind = "a symbolic Keras tensor"
        if kind:
            yield Problem(
                "TFG112",
                event.site,
                f"`watch` takes tensors and `tf.Variable`s: {kind} raises `ValueError`",
                "error",
            )
            return
