"""The subgraph between the sources of a query and its target: the part that is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tflintgrad import limits
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.values import Edge, Phi, Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.flow.tape_tracking import is_tracked
from tflintgrad.output.diagrams.model import ArrowLabel


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """`end` was computed from `start`."""

    start: Value
    end: Value
    label: ArrowLabel
    cut: Cut | None = None
    again: bool = False
    """To the next iteration of a loop."""


@dataclass(frozen=True, slots=True, eq=False)
class SourceGroup:
    """Sources that are drawn as one: from one collection, and with the same outcome."""

    sources: tuple[Source, ...]
    values: tuple[Value, ...]
    reached: bool
    watched: bool
    matters: bool
    """The target depends on the sources, whether or not a gradient reaches them."""


@dataclass(frozen=True, slots=True, eq=False)
class Subgraph:
    """The values and links between the sources of a query and its target."""

    query: Query
    reach: Reachability
    source_groups: list[SourceGroup]
    #: By number; the sources and the target are among them.
    values: dict[int, Value]
    links: list[Link]


#: If the gradient reaches a source, if the tape watches it, and if the target depends on it.
_Outcome = tuple[bool, bool, bool]

UNWATCHED = Cut(CutKind.UNWATCHED)


def query_slice(query: Query, culprits: set[int]) -> Subgraph:
    """Return the subgraph of a query; `culprits`: the numbers of the values of its findings."""
    reach = Reachability(query)
    source_groups = _source_groups(reach)
    starts = {
        value.number: source_group
        for source_group in source_groups
        for value in source_group.values
    }
    links = list(_links(reach, starts))
    # Cuts of shapes, conditions and indices are left out, unless they are the only paths of a
    # source.
    relevant = [
        link for link in links if link.end.number in culprits or not (link.cut and link.cut.flat)
    ]
    if all(_reaches(group, query, relevant) for group in source_groups if group.matters):
        links = relevant
    target = query.target.number
    between = _descendants(starts, links) & _ancestors(target, links) | {target}
    values = {number: value for number, value in reach.dependencies.items() if number in between}
    values |= {
        value.number: value for source_group in source_groups for value in source_group.values
    }
    links = [link for link in links if link.start.number in values and link.end.number in values]
    return Subgraph(query, reach, source_groups, values, links)


def _source_groups(reach: Reachability) -> list[SourceGroup]:
    groups: dict[tuple[int, _Outcome], list[Source]] = {}
    owner: dict[int, list[Source]] = {}
    for source in reach.query.sources:
        same = [value.number for value in reach.aliases(source.value)]
        members = next((owner[number] for number in same if number in owner), None)
        if members is None:
            members = groups.setdefault((id(source.group or source), _outcome(reach, source)), [])
        members.append(source)
        owner.update((number, members) for number in same)
    if len(groups) > limits.MAX_DRAWN_SOURCES:
        groups = _by_outcome(groups)
    return [
        SourceGroup(
            tuple(members),
            tuple({v.number: v for s in members for v in reach.aliases(s.value)}.values()),
            *outcome,
        )
        for (_, outcome), members in groups.items()
    ]


def _outcome(reach: Reachability, source: Source) -> _Outcome:
    value = source.value
    watched = is_tracked(reach, value) is not False
    return reach.reaches(value), watched, reach.depends_on(value)


def _by_outcome(
    groups: dict[tuple[int, _Outcome], list[Source]],
) -> dict[tuple[int, _Outcome], list[Source]]:
    """Merge the groups with the same outcome."""
    merged: dict[tuple[int, _Outcome], list[Source]] = {}
    for (_, outcome), members in groups.items():
        merged.setdefault((0, outcome), []).extend(members)
    return merged


def _links(reach: Reachability, starts: dict[int, SourceGroup]) -> Iterator[Link]:
    for value in reach.dependencies.values():
        for edge in value.edges:
            if edge.to.number not in reach.dependencies:
                continue
            cut = reach.cut_at(value, edge)
            source_group = starts.get(edge.to.number)
            if cut is None and source_group is not None and not source_group.watched:
                cut = UNWATCHED
            label = "cut" if cut is not None else _label(edge)
            again = isinstance(value, Phi) and value.loop and edge.to.number > value.number
            yield Link(edge.to, value, label, cut, again)


def _label(edge: Edge) -> ArrowLabel:
    if edge.label == "poison":
        return "poison"
    return "unknown" if edge.label in ("unknown", "part", "perhaps") else "flow"


def _reaches(source_group: SourceGroup, query: Query, links: list[Link]) -> bool:
    return query.target.number in _descendants(
        [value.number for value in source_group.values], links
    )


def _descendants(starts: Iterable[int], links: list[Link]) -> set[int]:
    """Return the numbers of all values that are computed from one of these."""
    return _reachable(starts, [(link.start.number, link.end.number) for link in links])


def _ancestors(target: int, links: list[Link]) -> set[int]:
    """Return the numbers of all values that a value is computed from."""
    return _reachable([target], [(link.end.number, link.start.number) for link in links])


def _reachable(starts: Iterable[int], pairs: list[tuple[int, int]]) -> set[int]:
    ahead: dict[int, list[int]] = {}
    for one, other in pairs:
        ahead.setdefault(one, []).append(other)
    found: set[int] = set()
    pending = list(starts)
    while pending:
        number = pending.pop()
        if number not in found:
            found.add(number)
            pending.extend(ahead.get(number, ()))
    return found
