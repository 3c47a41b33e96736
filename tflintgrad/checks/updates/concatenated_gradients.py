"""Lists of gradients that `+` joins end to end where their sum was meant."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, inside_loop, problem
from tflintgrad.checks.updates.update_events import (
    mapped_from,
    query_behind,
    same_variables,
    updates,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Context
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.interpreter.operators import is_list


@check
def concatenated_gradients(context: CheckContext) -> Iterator[Problem]:
    """Report lists of gradients that are joined end to end where their sum was meant."""
    extended: dict[int, list[Event]] = {}
    for event in context.graph.events:
        if event.kind == "extended":
            extended.setdefault(event.values[0].number, []).append(event)
    reported: set[int] = set()
    for update in updates(context.graph):
        for joined in _joins(mapped_from(update.gradients), extended):
            if id(joined.site) in reported:
                continue
            queries = [query_behind(part) for part in joined.parts]
            if any(
                query is None or not same_variables(query.sources_value, update.variables)
                for query in queries
            ):
                continue  # parts for other variables, or not known
            if len(queries) > 1 or joined.begun or _is_repeated(context, joined):
                reported.add(id(joined.site))
                yield problem("concatenated-gradients", joined.site, _first(queries))


def _first(queries: list[Query | None]) -> Query | None:
    return queries[0] if queries else None


class _Join:
    """A place where the program joins lists of gradients end to end."""

    __slots__ = ("begun", "context", "parts", "site", "start")

    def __init__(self, site: cst.CSTNode, context: Context, parts: list[Value]) -> None:
        self.site = site
        self.context = context
        #: The gradients that are put at the end here.
        self.parts = parts
        #: The list at the beginning, if it is the same in every iteration.
        self.start: Value | None = None
        #: That list had items before.
        self.begun = False


def _joins(value: Value, extended: dict[int, list[Event]]) -> Iterator[_Join]:
    """Yield the places that make a list of gradients longer."""
    for item in walk_back(value, _same_list, limits.MAX_NEAR_VALUES):
        if _same_list(item):
            continue
        for event in extended.get(item.number, ()):
            if isinstance(event.values[1], Gradients) and is_list(event.values[1]):
                found = _Join(event.site, event.context, [event.values[1]])
                found.start = item
                found.begun = isinstance(item, Sequence) and bool(item.items)
                yield found
        yield from _sums(item)


def _same_list(value: Value) -> list[Value]:
    """Return the lists that this one may be, or that it was mapped from."""
    origin = mapped_from(value)
    if origin is not value:
        return [origin]
    return alternatives(value)[::-1] if isinstance(value, Phi) else []


def _sums(value: Value) -> Iterator[_Join]:
    """Yield `a + b` of lists, of which at least one holds gradients."""
    operands = value.concatenated if isinstance(value, Sequence) else None
    if not operands and value.facts.get("op") == "+":
        operands = value.facts.get("inputs")
    if operands is None or value.site is None or len(operands) != 2:
        return
    if not all(_is_list(item) for item in operands):
        return
    gradients = [item for item in operands if _holds_gradients(item)]
    if not gradients:
        return
    found = _Join(value.site, value.context, gradients)
    before = [item for item in operands if item not in gradients]
    found.begun = any(_has_items(item, value) for item in before)
    if before and isinstance(before[0], Phi):
        found.start = alternatives(before[0])[0]
    yield found


def _is_list(value: Value) -> bool:
    """True if the value is certainly a list; a name that is `None` at first counts."""
    if isinstance(value, Phi):
        items = [item for item in alternatives(value) if item.kind is not kinds.NONE]
        lists = [item for item in items if is_list(item) or _is_own_sum(item, value)]
        return bool(items) and len(lists) == len(items)
    return is_list(value)


def _is_own_sum(item: Value, phi: Value) -> bool:
    """True for `total + gradients`, where the loop gives `total` this very sum."""
    inputs = item.facts.get("inputs") or ()
    if item.facts.get("op") != "+":
        return False
    return any(is_list(value) for value in inputs) and all(
        is_list(value) or value is phi or _leads_to(value, phi) for value in inputs
    )


def _leads_to(value: Value, phi: Value) -> bool:
    return isinstance(value, Phi) and any(edge.to is phi for edge in value.edges)


def _holds_gradients(value: Value) -> bool:
    origin = mapped_from(value)
    return isinstance(origin, Gradients) and is_list(origin)


def _has_items(value: Value, total: Value) -> bool:
    """True if a list certainly has items before the first gradients are added."""
    starts = [item for item in alternatives(value, limits.MAX_UNROLLED) if item is not total]
    return bool(starts) and all(
        isinstance(item, Sequence) and (bool(item.items) or item.over is not None)
        for item in starts
    )


def _is_repeated(context: CheckContext, joined: _Join) -> bool:
    """True if a loop joins one list after the other to the same beginning."""
    if joined.start is None:
        return False
    loops = [n for n, _ in joined.context.loops if not inside_loop(joined.start.context.loops, n)]
    return any(number not in context.single_loops for number in loops)
