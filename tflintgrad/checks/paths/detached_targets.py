"""Targets that no gradient leaves, whatever the sources are.

The other checks follow a source to the target. Where the sources are not understood (the variables
of a model that some other code made), the target alone can tell: if everything it was computed from
lies behind a cut, every gradient of it is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check
from tflintgrad.checks.paths.cut_paths import NOT_RECORDED, loss_problem
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.traversal import all_edges, walk_back
from tflintgrad.flow.domain.values import Edge, Value
from tflintgrad.flow.reachability import Reachability

#: Kinds of values that hold no variable and no watched tensor.
_PLAIN: Final = frozenset(
    {kinds.NUMBER, kinds.STRING, kinds.NONE, kinds.NDARRAY, kinds.SHAPE, kinds.DTYPE}
)
#: Kinds of values that only pass on what they were made from.
_PASSING: Final = frozenset({kinds.LIST, kinds.TUPLE, kinds.DICT, kinds.GRADIENTS})


@check
def detached_targets(context: CheckContext) -> Iterator[Problem]:
    """Report targets that are cut off from everything, for sources that are not understood."""
    for query in context.graph.queries:
        if not query.explicit:
            continue
        reach = context.reach(query)
        source = _unknown_source(query) or _source_of_unread_code(reach)
        if source is None:
            continue
        if any(reach.depends_on(s.value) or reach.reaches(s.value) for s in query.sources):
            continue  # another check follows the source
        if _recorded_nothing(reach):
            call = query.target
            yield loss_problem(reach, query, source, call, Cut(CutKind.OUTSIDE_TAPE), [call])
            continue
        losses = list(losses_behind(reach))
        if not losses or not is_closed(reach):
            continue
        told: set[str] = set()
        for value, edge, cut in _first(losses):
            if cut.kind in NOT_RECORDED and cut.kind.rule in told:
                continue
            told.add(cut.kind.rule)
            path = reach.path(edge.to, value)
            yield loss_problem(reach, query, source, value, cut, path)


def _unknown_source(query: Query) -> Source | None:
    """Return a source that the program does not show: an unknown value, or unknown weights."""
    for source in query.sources:
        if source.value.kind in (kinds.UNKNOWN, kinds.INSTANCE):
            return source
    return None


def _source_of_unread_code(reach: Reachability) -> Source | None:
    """Return the first source if unread code, which may use any, computed what the target is."""
    unread = any(value.facts.get("opaque") for value in reach.dependencies.values())
    return reach.query.sources[0] if unread and reach.query.sources else None


def _recorded_nothing(reach: Reachability) -> bool:
    """True if unread code computed the target, and nothing ran while the tape recorded."""
    tape, target = reach.tape, reach.query.target
    if not target.facts.get("opaque") or target.site is None or tape.entered_loops is None:
        return False
    if tape.runs_unread or tape.escaped or tape.records_everything or reach.gave_up:
        return False
    behind = [*reach.may_reach.values(), *reach.dependencies.values()]
    return all(tape not in value.context.recording for value in behind)


def is_closed(reach: Reachability) -> bool:
    """True if nothing that the gradient reaches could be a source or lead to one."""
    if reach.gave_up:
        return False
    watched = reach.watched()
    for value in reach.may_reach.values():
        if value.number in watched:
            return False
        if value.kind in _PLAIN or (value.is_op and not reach.open_edges(value)):
            continue
        if value.facts.get("opaque"):
            return False
        if value.is_op and value.kind is not kinds.UNKNOWN:
            continue
        if value.kind is kinds.TENSOR and value.facts.get("parameter"):
            continue  # the program says that it is a tensor, and the tape does not watch it
        if not value.edges or not (value.kind is kinds.TENSOR or value.kind in _PASSING):
            return False
    return True


def losses_behind(reach: Reachability) -> Iterator[tuple[Value, Edge, Cut]]:
    """Yield the cuts next to the target behind which a source may be."""
    for value in reach.may_reach.values():
        for edge in value.edges:
            cut = reach.cut_at(value, edge)
            if cut is not None and not cut.shape_only and _may_hold_source(edge.to):
                yield value, edge, cut


def _first(losses: list[tuple[Value, Edge, Cut]]) -> list[tuple[Value, Edge, Cut]]:
    """Return one cut for each value, the earliest first.

    Where a value has an open edge as well, the index or mask beside it is no mistake: the cut that
    ends the open path is.
    """
    ends = [loss for loss in losses if all(e.label == "cut" for e in loss[0].edges)]
    found = {value.number: (value, edge, cut) for value, edge, cut in reversed(ends or losses)}
    return [found[number] for number in sorted(found)]


def _may_hold_source(value: Value) -> bool:
    """True if the value may depend on a variable or on a tensor that the tape watches."""
    return any(
        item.kind in kinds.HAVE_WEIGHTS
        or item.kind is kinds.INSTANCE
        or item.facts.get("not_followed")
        or (item.kind is kinds.UNKNOWN and (item.is_op or not item.edges))
        or (item.kind is kinds.TENSOR and not item.is_op and not item.edges)
        for item in walk_back(value, all_edges, limits.MAX_NEAR_VALUES)
    )
