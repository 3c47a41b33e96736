"""Paths that are lost beside another one, and whether that is a mistake."""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import all_edges, uncut_edges, walk_back
from tflintgrad.flow.domain.values import Edge, Value
from tflintgrad.flow.reachability import Reachability

_INNER_GRADIENT: Final = Cut(CutKind.INNER_GRADIENT)
#: Kinds of values that NumPy and Python compute with.
_NUMBERS: Final = (kinds.NDARRAY, kinds.NUMBER)


def inner_gradient_behind(
    reach: Reachability, value: Value, edge: Edge, cut: Cut
) -> tuple[Value, Edge, Cut]:
    """Return the inner gradient of a term that was computed outside the tape, or the cut itself.

    The line with the inner query says more than the line that the tape misses.
    """
    if cut.kind is not CutKind.OUTSIDE_TAPE:
        return value, edge, cut
    for item in walk_back(value, uncut_edges, limits.MAX_NEAR_VALUES):
        if isinstance(item, Gradients) and item.query.explicit and item.edges:
            if item.query.tape is reach.tape or reach.is_recorded(item):
                break
            return item, item.edges[0], _INNER_GRADIENT
    return value, edge, cut


def is_second_order_term(reach: Reachability, inner: Value, source: Value) -> bool:
    """True if a term of the target is made of an inner gradient and nothing else of the source.

    A gradient that scales another term is a coefficient, and an update with it is a step: both are
    often meant to be detached.
    """
    assert isinstance(inner, Gradients)
    differentiated = {s.value.number for s in inner.query.sources}
    if source.number in differentiated or any(s.group is not None for s in inner.query.sources):
        return False
    terms = [t for t in scalar_terms(reach.query.target) if _depends(t, inner)]
    return bool(terms) and all(
        not reach.leads_to(term, source, through_havoc=True)
        and reach.leads_to(term, source, recorded=False)
        for term in terms
    )


def _depends(value: Value, other: Value) -> bool:
    return any(item is other for item in walk_back(value, all_edges, limits.MAX_NEAR_VALUES))


def scalar_terms(target: Value) -> list[Value]:
    """Return the terms of a sum such as `a + 0.1 * b`, constant factors taken off."""
    found: list[Value] = []
    pending = [target]
    while pending and len(found) < limits.MAX_CLOSE_VALUES:
        value = pending.pop()
        inputs = list(value.facts.get("inputs") or ())
        if computed_by(value, "add", "subtract"):
            pending.extend(inputs)
        elif computed_by(value, "multiply", "divide") and len(inputs) == 2:
            varying = [item for item in inputs if item.kind is not kinds.NUMBER]
            if len(varying) == 1:
                pending.extend(varying)
            else:
                found.append(value)
        else:
            found.append(value)
    return found


def normalises(reach: Reachability, value: Value, lost: Value) -> bool:
    """True for `z / np.linalg.norm(z)`: what NumPy computed of a tensor goes back into it."""
    level = {value.number}
    for _ in range(limits.MAX_NEAR_STEPS):
        users = [
            item
            for item in reach.dependencies.values()
            if any(edge.to.number in level for edge in item.edges)
        ]
        for user in users:
            inputs = user.facts.get("inputs") or ()
            meets = any(item is lost for item in inputs)
            if user.is_op and meets and computed_by(user, "multiply", "divide", "subtract", "add"):
                return True
        level = {user.number for user in users if user.kind in _NUMBERS or not user.is_op}
    return False


def is_second_order(reach: Reachability, assigned: Value) -> bool:
    """True if a gradient computed while this tape records is assigned to the variables."""
    taken = [
        v
        for v in walk_back(assigned, uncut_edges, limits.MAX_NEAR_VALUES)
        if isinstance(v, Gradients)
    ]
    return any(reach.is_recorded(v) and v.query.tape is not reach.tape for v in taken[:1])
