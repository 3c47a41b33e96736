"""Arrows between boxes, chosen from the links between their groups."""

from __future__ import annotations

from collections.abc import Sequence

from tflintgrad.checks.base import cause_of
from tflintgrad.flow.domain.cuts import Cut
from tflintgrad.flow.domain.values import Value
from tflintgrad.output.diagrams.annotations import Annotation
from tflintgrad.output.diagrams.contraction import Group, GroupGraph
from tflintgrad.output.diagrams.model import Arrow, ArrowLabel
from tflintgrad.output.diagrams.subgraph import Link, Subgraph

#: Arrows per box, above which a diagram is too crowded to follow.
CROWDED = 1.4

_BEST_FIRST: tuple[ArrowLabel, ...] = ("flow", "poison", "unknown", "cut")


def arrows(
    graph: GroupGraph,
    groups: Sequence[Group],
    subgraph: Subgraph,
    annotations: Sequence[Annotation],
) -> list[Arrow]:
    """Return the arrows to draw, sorted by their ends."""
    position = {group.number: index for index, group in enumerate(groups)}
    found = []
    for start, end, links in graph.connections():
        ends = position[start.number], position[end.number]
        candidates = [_arrow(link, start, end, ends, subgraph, annotations) for link in links]
        found += _worth_drawing(candidates)
    found.sort(key=lambda arrow: (arrow.start, arrow.end, arrow.label))
    return _without_shortcuts(found, groups)


def _arrow(
    link: Link,
    start: Group,
    end: Group,
    ends: tuple[int, int],
    subgraph: Subgraph,
    annotations: Sequence[Annotation],
) -> Arrow:
    label, cut = link.label, link.cut
    if cut is None and _is_reached(subgraph, *end.values) and not _is_reached(subgraph, link.end):
        # The gradient reaches the box, and is lost inside.
        label, cut = "cut", _cut_within(subgraph, end, link.end)
    mark = next(
        (annotation.mark for annotation in annotations if annotation.is_on(link, start, end)), None
    )
    note = cause_of(cut) if cut is not None else ""
    if label == "poison":
        note = "the gradient can become NaN or infinite here"
    return Arrow(*ends, label, note, mark, ends[0] > ends[1])


def _is_reached(subgraph: Subgraph, *values: Value) -> bool:
    return any(value.number in subgraph.reach.may_reach for value in values)


def _cut_within(subgraph: Subgraph, group: Group, start: Value) -> Cut | None:
    """Return the first cut after a value in the same box."""
    inside = {value.number for value in group.values}
    seen = {start.number}
    pending = [start.number]
    for number in pending:
        for link in subgraph.links:
            if link.start.number == number and link.end.number in inside:
                if link.cut is not None:
                    return link.cut
                if link.end.number not in seen:
                    seen.add(link.end.number)
                    pending.append(link.end.number)
    return None


def _worth_drawing(arrows: list[Arrow]) -> list[Arrow]:
    """Return the best arrow that passes and all marked ones; an unmarked cut only without these."""
    marked = {arrow.mark: arrow for arrow in arrows if arrow.mark is not None}
    passing = [arrow for arrow in arrows if arrow.label != "cut" and arrow.mark is None]
    if passing:
        best = min(passing, key=lambda arrow: _BEST_FIRST.index(arrow.label))
        return [best, *marked.values()]
    return list(marked.values()) or arrows[:1]


def _without_shortcuts(arrows: list[Arrow], groups: Sequence[Group]) -> list[Arrow]:
    """Drop unmarked arrows beside a longer path, from groups of sources and in crowded diagrams.

    The weights of a model go into all of its layers, and in a crowded diagram the longer paths
    explain more.
    """
    crowded = len(arrows) > CROWDED * len(groups)
    several = {
        i
        for i, k in enumerate(groups)
        if k.source_group is not None and len(k.source_group.sources) > 1
    }
    passing = [arrow for arrow in arrows if arrow.label != "cut" and not arrow.again]
    shown = []
    for arrow in arrows:
        plain = arrow in passing and arrow.mark is None
        if plain and (crowded or arrow.start in several) and _is_shortcut(arrow, passing):
            continue
        shown.append(arrow)
    return shown


def _is_shortcut(arrow: Arrow, arrows: list[Arrow]) -> bool:
    """True if a longer path leads to the same box."""
    pending = [a.end for a in arrows if a.start == arrow.start and a.end != arrow.end]
    seen = set(pending)
    while pending:
        after = [a.end for a in arrows if a.start == pending[-1]]
        if arrow.end in after:
            return True
        pending.pop()
        pending += [end for end in after if end not in seen]
        seen.update(after)
    return False
