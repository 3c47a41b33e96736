"""Build the diagram of one query: its boxes and arrows, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.output.diagrams.annotations import Annotation, outcome
from tflintgrad.output.diagrams.captions import Captions, sources_argument
from tflintgrad.output.diagrams.contraction import Group, GroupGraph, back_edges
from tflintgrad.output.diagrams.edges import arrows as drawn_arrows
from tflintgrad.output.diagrams.grouping import group_values
from tflintgrad.output.diagrams.locations import SpotCache
from tflintgrad.output.diagrams.model import Box, Diagram, Mark
from tflintgrad.output.diagrams.source_text import SourceText
from tflintgrad.output.diagrams.subgraph import Subgraph

if TYPE_CHECKING:
    import libcst as cst


def build_diagram(
    subgraph: Subgraph,
    spot_cache: SpotCache,
    annotations: Sequence[Annotation],
    source_text: SourceText,
    ways: int = 1,
) -> Diagram | None:
    """Return the diagram of a query, or None if the query has no spot.

    `ways`: how many execution paths reach the query.
    """
    spots = spot_cache.find(sites_in(subgraph))
    query_spot = spots.get(id(subgraph.query.site))
    if query_spot is None:
        return None
    values = (annotation.problem.culprit for annotation in annotations)
    culprits = {value.number for value in values if value is not None}
    graph, last = group_values(subgraph, culprits & subgraph.values.keys(), spots)
    graph.shrink(limits.MAX_BOXES)
    groups = _topological_order(graph, last)
    arrows = drawn_arrows(graph, groups, subgraph, annotations)
    on_arrows = {arrow.mark for arrow in arrows}
    marks: dict[int, list[Mark]] = {}
    for annotation in annotations:
        if annotation.mark not in on_arrows:
            marks.setdefault(annotation.box_position(groups), []).append(annotation.mark)
    captions = Captions(subgraph, source_text, spots)
    boxes = [
        _box(group, subgraph, annotations, captions, source_text, tuple(marks.get(position, ())))
        for position, group in enumerate(groups)
    ]
    spot = source_text.in_cell(query_spot)
    return Diagram(captions.query(), spot, captions.tape(), tuple(boxes), tuple(arrows), ways)


def sites_in(subgraph: Subgraph) -> list[cst.CSTNode]:
    """Return all syntax nodes whose spot a diagram may need."""
    query = subgraph.query
    values = [*subgraph.values.values(), query.tape]
    sources = [source for group in subgraph.source_groups for source in group.sources]
    values += [source.group for source in sources if source.group]
    found = {id(query.site): query.site}
    argument = sources_argument(query)
    if argument is not None:
        found[id(argument)] = argument
    for value in values:
        found.update((id(site), site) for site in (value.site, *value.context.calls) if site)
    return list(found.values())


def _topological_order(graph: GroupGraph, last: Group) -> list[Group]:
    """Return the groups, each soon after those that it is computed from; the query last."""
    closing = back_edges(graph)
    found: dict[int, Group] = {}

    def visit(group: Group) -> None:
        if group.number in found:
            return
        for before in graph.predecessors(group):
            if (before.number, group.number) not in closing:
                visit(before)
        found[group.number] = group

    groups = graph.groups.values()
    sinks = [group for group in groups if not graph.successors(group) and group is not last]
    # A group of a loop may only lead to the next iteration, and so have no path to the query.
    for group in (*sinks, last, *groups):
        visit(group)
    del found[last.number]
    return [*found.values(), last]


def _box(
    group: Group,
    subgraph: Subgraph,
    annotations: Sequence[Annotation],
    captions: Captions,
    source_text: SourceText,
    marks: tuple[Mark, ...],
) -> Box:
    if group.source_group is not None:
        text, spot = captions.source(group.source_group)
        reached = group.source_group.reached and group.source_group.watched
        spot_in_cell = source_text.in_cell(spot) if spot is not None else None
        note = outcome(group.source_group, annotations)
        return Box("source", text, spot_in_cell, group.recorded, reached, note, marks=marks)
    assert group.spot is not None
    spot_in_cell = source_text.in_cell(group.spot)
    if not group.values:
        return Box("query", captions.query(), spot_in_cell, False, True, marks=marks)
    reached = any(value.number in subgraph.reach.may_reach for value in group.values)
    if group.steps > 1:
        text, note = f"… {group.steps} more steps", captions.extent(group)
        return Box("more", text, None, group.recorded, reached, note, group.repeats, marks)
    text = captions.step(group)
    return Box("step", text, spot_in_cell, group.recorded, reached, "", group.repeats, marks)
