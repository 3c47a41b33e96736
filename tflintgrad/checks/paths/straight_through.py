"""Straight-through estimators whose gradient cancels, or has the wrong sign (rule 309)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import CutKind
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import (
    all_edges,
    may_find,
    number_edges,
    uncut_edges,
    walk_back,
)
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum, with its sign; `stopped` if it stands in a `stop_gradient`."""

    value: Value
    sign: int
    stopped: bool


@check
def cancelled_straight_through(context: CheckContext) -> Iterator[Problem]:
    """Report sums that replace a value by a rounded one and lose its gradient or its sign."""
    for query in context.graph.queries:
        reach = context.reach(query)
        wrong: set[int] = set()
        for value in sorted(filter(_is_sum, reach.reached.values()), key=_number):
            if not wrong.isdisjoint(item.number for item in uncut_edges(value)):
                wrong.add(value.number)  # one of its terms is the mistake
                continue
            found = _mistake(value)
            if found is not None and value.site is not None:
                wrong.add(value.number)
                yield from _problems(reach, query, value, *found)


def _number(value: Value) -> int:
    return value.number


def _problems(
    reach: Reachability, query: Query, total: Value, kept: Value, slope: int
) -> Iterator[Problem]:
    assert total.site is not None
    sources = [s.value for s in query.sources if reach.leads_to(kept, s.value)]
    sources = [s for s in sources if is_tracked(reach, s) is not False]
    if not sources:
        return
    only = slope == 0 and not _has_another_way(query.target, total, sources[0])
    yield problem(
        "cancelled-straight-through" if slope == 0 else "cancelled-straight-through/reversed",
        total.site,
        query,
        path=reach.path(sources[0], total),
        culprit=total,
        effect="zero" if only else "wrong",
        value=shown(kept),
    )


def _is_sum(value: Value) -> bool:
    return computed_by(value, "add", "subtract", "add_n")


def terms_of(total: Value) -> list[Term]:
    """Return the terms of a sum, also those inside a `stop_gradient`; empty if there are many."""
    found: list[Term] = []
    pending = [Term(total, 1, False)]
    while pending:
        term = pending.pop()
        parts = _parts(term)
        if parts is None:
            found.append(term)
        else:
            pending.extend(parts)
        if len(found) + len(pending) > limits.MAX_TERMS:
            return []
    return found


def _parts(term: Term) -> list[Term] | None:
    """Return the terms that a term consists of; None if it is no sum."""
    value = term.value
    inputs = value.facts.get("inputs") or ()
    stops = [e for e in value.edges if e.cut is not None and e.cut.kind is CutKind.STOP_GRADIENT]
    if stops and len(inputs) == 1:
        return [Term(inputs[0], term.sign, True)]
    if computed_by(value, "add_n") and len(inputs) == 1 and isinstance(inputs[0], Sequence):
        exact = inputs[0].exact
        return [Term(v, term.sign, term.stopped) for v in inputs[0].items] if exact else None
    if value.kind is kinds.NUMBER or not computed_by(value, "add", "subtract"):
        return None
    if len(inputs) == 1:  # an operator with one operand
        sign = -term.sign if computed_by(value, "subtract") else term.sign
        return [Term(inputs[0], sign, term.stopped)]
    if len(inputs) != 2:
        return None
    second = -term.sign if computed_by(value, "subtract") else term.sign
    return [Term(inputs[0], term.sign, term.stopped), Term(inputs[1], second, term.stopped)]


def _mistake(total: Value) -> tuple[Value, int] | None:
    """Return the value that a sum replaces by another, and the slope that it gets: 0 or -1.

    The sum holds the value as often with a plus as with a minus, so that its number is that of the
    replacement, and the gradient should be that of the value itself.
    """
    terms = terms_of(total)
    for kept in {term.value.number: term.value for term in terms}.values():
        own = [term for term in terms if term.value is kept]
        others = [term for term in terms if term.value is not kept]
        shown_open = [term for term in own if not term.stopped]
        if len(own) < 2 or sum(term.sign for term in own) != 0 or not shown_open:
            continue
        replacement = [term for term in others if _is_detached(term, kept)]
        if len(replacement) != 1 or len(others) != 1:
            continue
        slope = sum(term.sign for term in shown_open) * replacement[0].sign
        # `stop_gradient(x + step) - x`, squared, is a way to take a step: nothing is replaced.
        if slope == 0 or (slope < 0 and _is_discrete(replacement[0].value, kept)):
            return kept, slope
    return None


def is_stopped_whole(stop: Value) -> bool:
    """True for `stop_gradient(x + (round(x) - x))`: the sum has no use but to pass a gradient.

    The sum has to be written there: a caller may detach what a layer returns.
    """
    inputs = stop.facts.get("inputs") or ()
    if len(inputs) != 1 or not _is_sum(inputs[0]) or inputs[0].name:
        return False
    if inputs[0].context.calls != stop.context.calls:
        return False
    terms = terms_of(inputs[0])
    for kept in {term.value.number: term.value for term in terms}.values():
        signs = [term.sign for term in terms if term.value is kept]
        others = [term.value for term in terms if term.value is not kept]
        if len(signs) < 2 or sum(signs) != 0 or len(others) != 1:
            continue
        near = walk_back(others[0], all_edges, limits.MAX_NEAR_VALUES)
        if any(item is kept for item in near) and _is_discrete(others[0], kept):
            return True
    return False


def _is_detached(term: Term, kept: Value) -> bool:
    """True if the term depends on the value, and no gradient passes."""
    limit = limits.MAX_NEAR_VALUES
    if not any(item is kept for item in walk_back(term.value, number_edges, limit)):
        return False  # noise in the shape of the value replaces nothing
    return term.stopped or not may_find(term.value, (kept,), uncut_edges, limit)


def _is_discrete(value: Value, kept: Value) -> bool:
    """True if the value comes from the other one by rounding, comparing or choosing only."""

    def continuous(item: Value) -> list[Value]:
        return [e.to for e in item.edges if e.cut is None or not e.cut.flat]

    return not may_find(value, (kept,), continuous, limits.MAX_NEAR_VALUES)


def _has_another_way(target: Value, total: Value, source: Value) -> bool:
    """True if the target depends on the source also without the sum."""

    def around(value: Value) -> list[Value]:
        return [] if value is total else list(uncut_edges(value))

    return may_find(target, (source,), around)
