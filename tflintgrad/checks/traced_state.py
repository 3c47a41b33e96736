"""Python state that a trace freezes: numbers that change later, and random numbers (rules 4xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Value, alternatives

Key = tuple[int, str]
#: The first call of code that no code of the program calls.
_ENTRIES = (cst.FunctionDef, cst.ClassDef)


@check
def frozen_numbers(context: CheckContext) -> Iterator[Problem]:
    """Report Python numbers that a trace reads once, although the program changes them."""
    traced = [query for query in context.graph.queries if _is_traced(query)]
    if not traced:
        return
    retraced = {e.context.trace for e in context.graph.events if e.kind == "retraced"}
    by_callback = {
        (event.values[0].number, event.note)
        for event in context.graph.events
        if event.kind == "set-by-callback"
    }
    earlier: dict[tuple[int, Key], Query] = {}
    for query in traced:
        if query.context.trace in retraced:
            continue
        behind = _behind(query)
        for value in behind:
            if value.kind is not kinds.NUMBER:
                continue
            key = value.facts.get("attribute")
            before = earlier.get((id(query.site), key)) if key is not None else None
            if (
                _changes_in_loop(context, query, value)
                or (key is not None and key in by_callback)
                or (before is not None and value.number > before.number)
                or _counts(query, value)
            ):
                user = _user(behind, value, query)
                if user is not None:
                    yield problem("python-number-in-trace", user, query, number=shown(value))
            if key is not None:
                earlier.setdefault((id(query.site), key), query)


def _is_traced(query: Query) -> bool:
    """True for a query in a `tf.function` or in Keras' training; not in code of TensorFlow 1."""
    context = query.context
    return bool(context.trace) and context.mode == "traced" and not query.assumed


def _changes_in_loop(context: CheckContext, query: Query, value: Value) -> bool:
    """True if each iteration around the traced call makes another number before it."""
    if isinstance(value, Phi):
        return any(_changes_after_call(context, query, item) for item in alternatives(value))
    if value.context.trace or value.const is not None:
        return False
    inside = {number for number, _ in query.context.loops} - context.single_loops
    loops = inside.intersection(number for number, _ in value.context.loops)
    if not loops or _compiles_in(context, loops):
        return False
    return any(
        (isinstance(item, Phi) and item.loop) or _is_counter(item, loops)
        for item in walk_back(value, all_edges, limits.MAX_CLOSE_VALUES)
    )


def _changes_after_call(context: CheckContext, query: Query, value: Value) -> bool:
    """True for a number that the loop around the traced call leaves for the next iteration."""
    inside = {number for number, _ in query.context.loops} - context.single_loops
    loops = inside.intersection(number for number, _ in value.context.loops)
    is_number = value.kind is kinds.NUMBER and not value.context.trace
    return is_number and bool(loops) and not _compiles_in(context, loops)


def _is_counter(value: Value, loops: set[int]) -> bool:
    """True for the variable of one of these loops."""
    is_made_there = not loops.isdisjoint(number for number, _ in value.context.loops)
    return (
        value.kind is kinds.NUMBER
        and value.const is None
        and not value.edges
        and "op" not in value.facts
        and is_made_there
    )


def _compiles_in(context: CheckContext, loops: set[int]) -> bool:
    """True if the program compiles a model in one of these loops, and so traces it again."""
    return any(
        event.kind == "compiled" and not loops.isdisjoint(n for n, _ in event.context.loops)
        for event in context.graph.events
    )


def _counts(query: Query, value: Value) -> bool:
    """True for `self.step += 1` in the trace: Python counts traces, not calls."""
    before = value.facts.get("rebinds")
    if "attribute" not in value.facts or not isinstance(before, Value):
        return False
    if not isinstance(value.facts.get("rebound_at"), cst.AugAssign):
        return False
    started = alternatives(before)[0].context.trace
    return value.context.trace == query.context.trace != started


def _behind(query: Query) -> list[Value]:
    """Return what the target was computed from, recorded or not, unless a cut is in between."""

    def followed(value: Value) -> list[Value]:
        if value.kind in (kinds.NUMBER, kinds.NDARRAY):
            return [edge.to for edge in value.edges]
        return [e.to for e in value.edges if e.label not in ("cut", "part", "perhaps")]

    return list(walk_back(query.target, followed, limits.MAX_QUERY_VALUES))


def _user(behind: list[Value], value: Value, query: Query) -> cst.CSTNode | None:
    """Return the op in the trace that reads a number."""
    for item in behind:
        reads = item.is_op and any(edge.to is value for edge in item.edges)
        if reads and item.context.trace == query.context.trace:
            return item.site
    return None


@check
def frozen_random_numbers(context: CheckContext) -> Iterator[Problem]:
    """Report random numbers of NumPy and Python, and times, in a trace: drawn once."""
    again = {e.context.trace for e in context.graph.events if e.kind == "called-in-loop"}
    sites = Counter(id(query.site) for query in context.graph.queries)
    for query in context.graph.queries:
        if not _is_traced(query):
            continue
        is_library = isinstance(query.context.calls[0] if query.context.calls else None, _ENTRIES)
        if not (query.context.trace in again or sites[id(query.site)] > 1 or is_library):
            continue  # one call draws one number in any case
        for value in _behind(query):
            site = value.site
            if site is None or value.context.trace != query.context.trace:
                continue
            if value.context.building or not _is_drawn(value):
                continue
            called = str(value.facts.get("called") or value.facts.get("op"))
            yield problem("random-number-in-trace", site, query, culprit=value, function=called)


def _is_drawn(value: Value) -> bool:
    """True for a random number of NumPy or Python, or the time."""
    if value.kind not in (kinds.NUMBER, kinds.NDARRAY):
        return False
    return computed_by(value, "python_random", "numpy_random")
