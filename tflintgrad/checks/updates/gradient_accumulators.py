"""Buffers in which a program adds up gradients: overwritten, or never set back to zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, inside_loop, problem, shown
from tflintgrad.checks.updates.overwritten_sums import is_zero
from tflintgrad.checks.updates.update_events import (
    Update,
    mapped_from,
    method_of,
    queries_near,
    until_gradients,
    updates,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_behind, uncut_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.knowledge.methods import names_with


@check
def misused_buffers(context: CheckContext) -> Iterator[Problem]:
    """Report variables that sum gradients up, if they are overwritten or never cleared."""
    written: dict[int, list[Event]] = {}
    for event in context.graph.events:
        if event.kind in ("assign", "item-set"):
            written.setdefault(event.values[0].number, []).append(event)
    if any(map(_empties, context.graph.events)):
        return
    fits = [event.site for event in context.graph.events if event.kind == "fit"]
    reported: set[int] = set()
    for update in updates(context.graph):
        for buffer in _buffers(update):
            if buffer.facts.get("havocked"):
                continue
            events = written.get(buffer.number, [])
            for found in _misuse(context, update, buffer, events, fits):
                if id(found.site) not in reported:
                    reported.add(id(found.site))
                    yield found
        for found in _misused_list(context, update, written, fits):
            if id(found.site) not in reported:
                reported.add(id(found.site))
                yield found
        if not update.by_hand and id(update.site) not in reported:
            total = _endless_sum(context, update)
            if total is not None:
                reported.add(id(update.site))
                yield _never_zeroed(update, total)


def _empties(event: Event) -> bool:
    """True for `buffer.assign_sub(buffer)`, which leaves zeros, whichever buffer it is."""
    if event.kind != "assign" or method_of(event) not in names_with("increment"):
        return False
    changed, *terms = event.values
    found = [term for value in terms for term in alternatives(value)]
    return any(term is changed or term.facts.get("assigned") is changed for term in found)


def _buffers(update: Update) -> list[Value]:
    """Return the variables, zero at first, whose contents are applied as gradients."""

    def contents(value: Value) -> Iterable[Value]:
        return () if value.kind is kinds.VARIABLE else uncut_edges(value)

    behind = all_behind(mapped_from(update.gradients), contents, limits.MAX_NEAR_VALUES) or []
    if any(isinstance(value, Gradients) for value in behind):
        return []
    found = [v for v in behind if isinstance(v, Variable)]
    return [v for v in found if v.initial is not None and is_zero(v.initial)]


def _misuse(
    context: CheckContext,
    update: Update,
    buffer: Value,
    events: list[Event],
    fits: list[cst.CSTNode],
) -> Iterator[Problem]:
    """Yield what is wrong with a buffer whose contents are applied."""
    filling = [event for event in events if _fills(event, buffer)]
    others = [event for event in events if event not in filling]
    adding = [event for event in filling if method_of(event) in names_with("increment")]
    setting = [event for event in filling if method_of(event) in names_with("assign")]
    if setting and not adding:
        for event in setting:
            queries = [q for value in event.values[1:] for q in queries_near(value)]
            if any(_more_often(context, q, event, update.event, fits) for q in queries):
                yield problem(
                    "overwritten-accumulator/assign",
                    event.site,
                    culprit=buffer,
                    value=shown(buffer),
                )
    if adding and not setting and not others:
        loops = [n for n, _ in update.event.context.loops if n not in context.single_loops]
        loops = [n for n in loops if not inside_loop(buffer.context.loops, n)]
        again = any(inside_loop(event.context.loops, n) for n in loops for event in adding)
        calls = [call for call in fits if call in update.event.context.calls]
        if again or any(call in event.context.calls for call in calls for event in adding):
            yield _never_zeroed(update, buffer)


def _misused_list(
    context: CheckContext,
    update: Update,
    written: dict[int, list[Event]],
    fits: list[cst.CSTNode],
) -> Iterator[Problem]:
    """Yield what is wrong with a list of sums whose items are set one by one."""
    total = mapped_from(update.gradients)
    events = written.get(total.number, [])
    if not events or not isinstance(total, Sequence) or total.facts.get("havocked"):
        return
    start = [item for item in (*total.items, total.rest) if item is not None]
    if not is_zero(start[0]) or not all(queries_near(event.values[1]) for event in events):
        return
    behind = [_just_behind(event.values[1]) for event in events]
    adding = [
        event
        for event, found in zip(events, behind, strict=True)
        if found is None or any(item in start for item in found)
    ]
    if not adding:
        for event in events:
            queries = queries_near(event.values[1])
            if any(_more_often(context, q, event, update.event, fits) for q in queries):
                yield problem("overwritten-accumulator", event.site, value=shown(total))
    elif len(adding) == len(events) and None not in behind:
        loops = [n for n, _ in update.event.context.loops if n not in context.single_loops]
        loops = [n for n in loops if not inside_loop(total.context.loops, n)]
        if any(inside_loop(event.context.loops, n) for n in loops for event in adding):
            yield _never_zeroed(update, total)


def _just_behind(value: Value) -> list[Value] | None:
    """Return what a value was computed from, back to gradients; None if that is too much."""
    return all_behind(value, until_gradients, limits.MAX_CLOSE_VALUES)


def _never_zeroed(update: Update, total: Value) -> Problem:
    return problem("accumulator-never-zeroed", update.site, culprit=total, value=shown(total))


def _fills(event: Event, buffer: Value) -> bool:
    """True if a gradient is put into the buffer, not mixed with what the buffer held."""
    walks = [_just_behind(value) for value in event.values[1:]]
    behind = [item for walk in walks for item in walk or ()]
    if None in walks or buffer in behind:
        return False
    return any(isinstance(item, Gradients) for item in behind)


def _more_often(
    context: CheckContext, query: Query, fill: Event, apply: Event, fits: list[cst.CSTNode]
) -> bool:
    """True if several gradients are put into the buffer before its contents are applied."""
    common = [n for n, _ in query.context.loops if inside_loop(fill.context.loops, n)]
    common = [n for n in common if n not in context.single_loops]
    if any(not inside_loop(apply.context.loops, n) for n in common):
        return True
    known = len(fill.branches)
    conditional = len(apply.branches) > known and apply.branches[:known] == fill.branches
    again = bool(common) or any(call in query.context.calls for call in fits)
    return again and conditional


def _endless_sum(context: CheckContext, update: Update) -> Value | None:
    """Return the list or tensor that grows in the loop around a step and is never cleared."""
    loops = [n for n, _ in update.event.context.loops if n not in context.single_loops]
    if not loops:
        return None
    for item in walk_back(mapped_from(update.gradients), _summands, limits.MAX_NEAR_VALUES):
        if isinstance(item, Phi) and item.loop and _only_grows(item):
            before, *later = [value for edge in item.edges for value in alternatives(edge.to)]
            loops = [n for n in loops if not inside_loop(before.context.loops, n)]
            if any(inside_loop(value.context.loops, n) for n in loops for value in later):
                return item
    return None


def _summands(value: Value) -> Iterable[Value]:
    """Return the terms of a sum; of anything else that is computed, nothing."""
    if isinstance(value, Gradients):
        return ()
    if "op" in value.facts:
        is_sum = computed_by(value, "add", "add_n")
        return [edge.to for edge in value.edges] if is_sum else ()
    return [edge.to for edge in value.edges if edge.label != "cut"]


def _only_grows(total: Phi) -> bool:
    """True if a loop begins with zeros, and every iteration adds a gradient to the total."""
    before, *later = [edge.to for edge in total.edges]
    if not later or not all(is_zero(item) for item in alternatives(before)):
        return False
    for value in later:
        for item in alternatives(value):
            if item in alternatives(before):
                continue
            if is_zero(item) or any(map(_is_unread, _terms(item))):
                return False
            behind = list(walk_back(item, _summands, limits.MAX_NEAR_VALUES))
            if total not in behind or not any(queries_near(v) for v in _terms(item)):
                return False
    return True


def _is_unread(value: Value) -> bool:
    """True for a value that the program computes in a way that is not known."""
    return value.kind in (kinds.NONE, kinds.UNKNOWN) and "op" not in value.facts


def _terms(value: Value) -> list[Value]:
    if isinstance(value, Sequence):
        return value.held()
    return [value]
