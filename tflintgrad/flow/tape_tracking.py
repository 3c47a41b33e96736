"""Tape tracking: a tape follows watched values, variables, and what is computed from them."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Instance, Layer
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.domain.variables import is_trainable
from tflintgrad.flow.reachability import Reachability


def is_tracked(reach: Reachability, value: Value) -> bool | None:
    """True if the tape follows the value, False if it does not, None if that is not known."""
    tape = reach.tape
    if tape.records_everything:
        return True
    watched = reach.watched()
    if any(item.number in watched for item in reach.aliases(value)):
        return True
    tracked = _is_tracked(reach, value, watched)
    return None if tracked is False and _may_watch_for(reach, value, watched) else tracked


def _may_watch_for(reach: Reachability, value: Value, watched: set[int]) -> bool:
    """True if unread code had the tape and may have watched the value in time."""
    escaped = reach.tape.escaped_at
    if escaped is None:
        return False
    if escaped < reach.query.target.number:
        return True
    return reach.tape.escaped_recording and _is_recorded_for_others(reach, value, watched)


def _is_recorded_for_others(reach: Reachability, value: Value, watched: set[int]) -> bool:
    """True if the tape may record an op on the value without watching it.

    It does if it follows another input. The value can still be watched after that.
    """
    for user in reach.dependencies.values():
        inputs = [edge.to for edge in user.edges]
        if value in inputs and (
            user.facts.get("opaque")
            or any(_is_tracked(reach, o, watched) is not False for o in inputs if o is not value)
        ):
            return True
    return False


def _is_tracked(reach: Reachability, value: Value, watched: set[int]) -> bool | None:
    tape = reach.tape
    if isinstance(value, (Layer, Instance)):
        return tape.watch_accessed
    if value.kind is kinds.VARIABLE:
        trainable = is_trainable(value)
        if tape.watch_accessed is None or trainable is None:
            return None
        return bool(tape.watch_accessed and trainable)
    if value.kind is kinds.TENSOR:
        return _derived(reach, value, watched)
    return None


def _derived(reach: Reachability, value: Value, watched: set[int]) -> bool | None:
    """True if the tape recorded how the tensor was computed from something that it follows."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        item = pending.pop()
        if item.number in seen:
            continue
        if len(seen) >= limits.MAX_QUERY_VALUES:
            return None
        seen.add(item.number)
        if item.number in watched:
            return True
        if item.kind is kinds.VARIABLE:
            tracked = is_tracked(reach, item)
            if tracked is not False:
                return tracked
            continue
        if isinstance(item, (Layer, Instance)):
            if reach.tape.watch_accessed is not False:
                return reach.tape.watch_accessed
            if isinstance(item, Instance) and reach.tape.watched:
                return None  # one of its parts may be what is watched
            continue
        if item.kind in (kinds.UNKNOWN, kinds.WEIGHTS) and not item.edges:
            return None
        pending.extend(edge.to for edge in reach.open_edges(item))
    return False
