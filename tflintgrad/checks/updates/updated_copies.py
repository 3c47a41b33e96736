"""Steps that change a copy of the weights, which no code writes back (rule 814)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.updates.update_events import query_behind
from tflintgrad.flow.domain.cuts import CutKind
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Value


@check
def updated_copies(context: CheckContext) -> Iterator[Problem]:
    """Report `w -= rate * gradient` for arrays of `get_weights()` that nothing writes back."""
    events = context.graph.events
    if context.graph.weights_moved or any(event.kind == "assign" for event in events):
        return
    reported: set[int] = set()
    for event in events:
        if event.kind != "augmented-array" or id(event.site) in reported:
            continue
        array, change = event.values
        gradients = _gradients_in(change)
        if gradients is None or not _is_copy(array):
            continue
        reported.add(id(event.site))
        query = query_behind(gradients)
        yield problem("updated-copy", event.site, query, culprit=array, after_query=True)


def _gradients_in(change: Value) -> Value | None:
    near = walk_back(change, all_edges, limits.MAX_CLOSE_VALUES)
    return next((item for item in near if isinstance(item, Gradients)), None)


def _is_copy(array: Value) -> bool:
    """True for an array that `get_weights` returned."""
    return any(
        edge.cut is not None and edge.cut.kind is CutKind.GET_WEIGHTS
        for item in walk_back(array, all_edges, limits.MAX_CLOSE_VALUES)
        for edge in item.edges
    )
