"""What lies between the sources of a query and its target: the part of the graph worth drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tflintgrad import limits
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.values import Cut, Edge, Phi, Value
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
    """Through the beginning of the next iteration of a loop."""


@dataclass(frozen=True, slots=True, eq=False)
class SourceGroup:
    """Sources that are drawn as one: they come out of one collection, and fare alike."""

    sources: tuple[Source, ...]
    values: tuple[Value, ...]
    reached: bool
    watched: bool
    matters: bool
    """The target depends on it, whether or not a gradient gets there."""


@dataclass(frozen=True, slots=True, eq=False)
class Between:
    query: Query
    reach: Reachability
    origins: list[SourceGroup]
    #: By number; the sources and the target are among them.
    values: dict[int, Value]
    links: list[Link]


#: Of a source: does the gradient get there, is it watched, does the target depend on it?
_Fate = tuple[bool, bool, bool]

UNWATCHED = Cut("", "the tape does not watch it")


def between(query: Query, culprits: set[int]) -> Between:
    """`culprits`: the numbers of the values at which something is wrong."""
    reach = Reachability(query)
    origins = _origins(reach)
    starts = {value.number: origin for origin in origins for value in origin.values}
    links = list(_links(reach, starts))
    # Where nothing that has a slope is lost, there is nothing to tell, unless it is all that is
    # left of a source.
    telling = [link for link in links if link.end.number in culprits or not _is_flat(link.cut)]
    if all(_reaches(origin, query, telling) for origin in origins if origin.matters):
        links = telling
    known = _onward(starts, links) & _back(query.target.number, links) | {query.target.number}
    values = {number: value for number, value in reach.everything.items() if number in known}
    values |= {value.number: value for origin in origins for value in origin.values}
    links = [link for link in links if link.start.number in values and link.end.number in values]
    return Between(query, reach, origins, values, links)


def _origins(reach: Reachability) -> list[SourceGroup]:
    groups: dict[tuple[int, _Fate], list[Source]] = {}
    owner: dict[int, list[Source]] = {}
    for source in reach.query.sources:
        same = [value.number for value in reach.same(source.value)]
        known = next((owner[number] for number in same if number in owner), None)
        if known is None:
            known = groups.setdefault((id(source.group or source), _fate(reach, source)), [])
        known.append(source)
        owner.update((number, known) for number in same)
    if len(groups) > limits.MAX_DRAWN_SOURCES:
        groups = _few(groups)
    return [
        SourceGroup(
            tuple(members),
            tuple({v.number: v for s in members for v in reach.same(s.value)}.values()),
            *fate,
        )
        for (_, fate), members in groups.items()
    ]


def _fate(reach: Reachability, source: Source) -> _Fate:
    value = source.value
    watched = is_tracked(reach, value) is not False
    return reach.reaches(value), watched, reach.depends_on(value)


def _few(groups: dict[tuple[int, _Fate], list[Source]]) -> dict[tuple[int, _Fate], list[Source]]:
    """One for all that fare alike."""
    few: dict[tuple[int, _Fate], list[Source]] = {}
    for (_, fate), members in groups.items():
        few.setdefault((0, fate), []).extend(members)
    return few


def _links(reach: Reachability, starts: dict[int, SourceGroup]) -> Iterator[Link]:
    for value in reach.everything.values():
        for edge in value.edges:
            if edge.to.number not in reach.everything:
                continue
            cut = reach.obstacle(value, edge)
            origin = starts.get(edge.to.number)
            if cut is None and origin is not None and not origin.watched:
                cut = UNWATCHED
            label = "cut" if cut is not None else _label(edge)
            again = isinstance(value, Phi) and value.loop and edge.to.number > value.number
            yield Link(edge.to, value, label, cut, again)


def _label(edge: Edge) -> ArrowLabel:
    if edge.label == "poison":
        return "poison"
    return "unknown" if edge.label in ("unknown", "part", "perhaps") else "flow"


def _is_flat(cut: Cut | None) -> bool:
    """Has the value no slope anyway: a shape, a condition, an index?"""
    if cut is None or cut.corrupts or cut.raises or cut.intended:
        return False
    return cut.harmless or cut.code.startswith("TFG3")


def _reaches(origin: SourceGroup, query: Query, links: list[Link]) -> bool:
    return query.target.number in _onward([value.number for value in origin.values], links)


def _onward(starts: Iterable[int], links: list[Link]) -> set[int]:
    """Everything that is computed from one of these."""
    return _reachable(starts, [(link.start.number, link.end.number) for link in links])


def _back(target: int, links: list[Link]) -> set[int]:
    """Everything that this is computed from."""
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
