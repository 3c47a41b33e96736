"""Contract a graph of values to few groups, so that its paths stay true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tflintgrad.diagnostics import Spot
from tflintgrad.flow.domain.values import Value
from tflintgrad.output.diagrams.subgraph import Link, SourceGroup


@dataclass(slots=True, eq=False)
class Group:
    """Values that are drawn as one box."""

    number: int
    #: The code that the box shows.
    spot: Spot | None = None
    #: The `id`s of the expanded calls around it, whose steps are drawn.
    call_chain: tuple[int, ...] = ()
    recorded: bool = False
    #: Never merged with another group.
    fixed: bool = False
    #: The sources that this group stands for.
    source_group: SourceGroup | None = None
    values: list[Value] = field(default_factory=list)
    #: The number of steps of the program in this group, and the spots of the merged ones.
    steps: int = 1
    spots: list[Spot] = field(default_factory=list)
    #: Computed from its own value in the previous iteration.
    repeats: bool = False


class GroupGraph:
    """A graph of groups with links between them, which is contracted in place."""

    def __init__(self) -> None:
        self.groups: dict[int, Group] = {}
        self._successors: dict[int, dict[int, list[Link]]] = {}
        self._predecessors: dict[int, set[int]] = {}

    def add(
        self,
        spot: Spot | None = None,
        call_chain: tuple[int, ...] = (),
        *,
        recorded: bool = False,
        fixed: bool = False,
        source_group: SourceGroup | None = None,
    ) -> Group:
        """Add a new group."""
        group = Group(len(self._successors), spot, call_chain, recorded, fixed, source_group)
        self.groups[group.number] = group
        self._successors[group.number] = {}
        self._predecessors[group.number] = set()
        return group

    def connect(self, start: Group, end: Group, links: Iterable[Link]) -> None:
        """Add links between two groups; a link of a group to itself is a repetition."""
        if start is end:
            start.repeats = start.repeats or any(link.again for link in links)
            return
        self._successors[start.number].setdefault(end.number, []).extend(links)
        self._predecessors[end.number].add(start.number)

    def connections(self) -> Iterator[tuple[Group, Group, list[Link]]]:
        """Yield the connected pairs of groups with their links."""
        for start in list(self.groups.values()):
            for end, links in list(self._successors[start.number].items()):
                yield start, self.groups[end], links

    def successors(self, group: Group) -> list[Group]:
        """Return the groups that are computed from a group."""
        return [self.groups[number] for number in self._successors[group.number]]

    def predecessors(self, group: Group) -> list[Group]:
        """Return the groups that a group is computed from."""
        return [self.groups[number] for number in sorted(self._predecessors[group.number])]

    def bypass(self, group: Group) -> None:
        """Remove a group, and connect its predecessors with its successors."""
        into = [
            (start, self._successors[start.number][group.number])
            for start in self.predecessors(group)
        ]
        out = [(end, self._successors[group.number][end.number]) for end in self.successors(group)]
        self._remove(group)
        for start, first in into:
            for end, second in out:
                through = [_joined(a, b) for a in _distinct(first) for b in _distinct(second)]
                self.connect(start, end, through)

    def merge(self, group: Group, into: Group) -> None:
        """Move the values and links of a group into another one, and remove it."""
        ahead = [
            (end, self._successors[group.number][end.number]) for end in self.successors(group)
        ]
        behind = [
            (start, self._successors[start.number][group.number])
            for start in self.predecessors(group)
        ]
        self._remove(group)
        for end, links in ahead:
            self.connect(into, end, links)
        for start, links in behind:
            self.connect(start, into, links)
        into.values += group.values
        into.recorded = into.recorded and group.recorded
        into.repeats = into.repeats or group.repeats

    def _remove(self, group: Group) -> None:
        for end in self._successors[group.number]:
            self._predecessors[end].discard(group.number)
        for start in self._predecessors[group.number]:
            del self._successors[start][group.number]
        self._successors[group.number] = {}
        self._predecessors[group.number] = set()
        del self.groups[group.number]

    def absorb(self, belongs: Callable[[Group, Group], bool]) -> None:
        """Merge each group into a successor to which it belongs, until there is none left."""
        found = True
        while found:
            found = False
            for start, end, _ in list(self.connections()):
                alive = start.number in self.groups and end.number in self.groups
                if alive and end.number in self._successors[start.number] and belongs(start, end):
                    self.merge(start, end)
                    found = True

    def shrink(self, limit: int) -> None:
        """Merge the least important groups until at most `limit` are left."""
        while len(self.groups) > limit:
            pairs = self._chained_pairs() or self._parallel_pairs()
            if not pairs:
                return
            taken: set[int] = set()
            for group, into in pairs:
                if len(self.groups) <= limit:
                    return
                if group.number not in taken and into.number not in taken:
                    taken |= {group.number, into.number}
                    into.steps += group.steps
                    into.spots += [s for s in (group.spot, *group.spots) if s is not None]
                    self.merge(group, into)

    def _chained_pairs(self) -> list[tuple[Group, Group]]:
        """Return pairs of consecutive steps whose merge removes no alternative path.

        Those far from fixed groups come first: near a cut, every step explains something.
        """
        distance = self._distances()
        pairs = [
            (start, end)
            for start, end, _ in self.connections()
            if not start.fixed
            and not end.fixed
            and (
                len(self._successors[start.number]) == 1 or len(self._predecessors[end.number]) == 1
            )
        ]
        pairs.sort(key=lambda pair: -min(distance[pair[0].number], distance[pair[1].number]))
        return pairs

    def _parallel_pairs(self) -> list[tuple[Group, Group]]:
        """Return pairs of steps of which neither is computed from the other."""
        by_rank: dict[int, list[Group]] = {}
        for number, rank in ranks(self).items():
            if not self.groups[number].fixed:
                by_rank.setdefault(rank, []).append(self.groups[number])
        return [(other, groups[0]) for groups in by_rank.values() for other in groups[1:]]

    def _distances(self) -> dict[int, int]:
        """Return the distance of each group from the nearest fixed one."""
        found = {group.number: 0 for group in self.groups.values() if group.fixed}
        pending = list(found)
        for number in pending:
            for other in (*self._successors[number], *self._predecessors[number]):
                if other not in found:
                    found[other] = found[number] + 1
                    pending.append(other)
        return {number: found.get(number, len(self.groups)) for number in self.groups}


def _distinct(links: list[Link]) -> list[Link]:
    """Return one link for each label and rule."""
    return list({(link.label, link.cut and link.cut.kind.rule): link for link in links}.values())


def _joined(first: Link, second: Link) -> Link:
    """Return two consecutive links as one, with the label and cut of the worse."""
    worse = max(second, first, key=lambda link: _ORDER.index(link.label))
    again = first.again or second.again
    return Link(first.start, second.end, worse.label, worse.cut, again)


_ORDER = ("flow", "poison", "unknown", "cut")


def back_edges(graph: GroupGraph) -> set[tuple[int, int]]:
    """Return the connections that close cycles; without them, the graph has none.

    Connections to the next iteration of a loop are preferred.
    """
    ordered = sorted(
        graph.groups.values(), key=lambda group: (bool(graph.predecessors(group)), group.number)
    )
    looping = {
        (start.number, end.number)
        for start, end, links in graph.connections()
        if all(link.again for link in links)
    }
    found: set[tuple[int, int]] = set()
    done: set[int] = set()
    for root in ordered:
        path: set[int] = set()
        pending: list[tuple[Group, Iterator[Group]]] = []
        if root.number not in done:
            pending.append((root, iter(_loops_last(graph, root, looping))))
            path.add(root.number)
        while pending:
            group, rest = pending[-1]
            after = next(rest, None)
            if after is None:
                pending.pop()
                path.discard(group.number)
                done.add(group.number)
            elif after.number in path:
                found.add((group.number, after.number))
            elif after.number not in done:
                path.add(after.number)
                pending.append((after, iter(_loops_last(graph, after, looping))))
    return found


def _loops_last(graph: GroupGraph, group: Group, looping: set[tuple[int, int]]) -> list[Group]:
    return sorted(
        graph.successors(group), key=lambda other: (group.number, other.number) in looping
    )


def ranks(graph: GroupGraph) -> dict[int, int]:
    """Return the length of the longest path to each group from a group without predecessors."""
    closing = back_edges(graph)
    found: dict[int, int] = {}
    waiting = {
        group.number: sum(
            (b.number, group.number) not in closing for b in graph.predecessors(group)
        )
        for group in graph.groups.values()
    }
    pending = [number for number, count in waiting.items() if not count]
    for number in pending:
        group = graph.groups[number]
        found.setdefault(number, 0)
        for after in graph.successors(group):
            if (number, after.number) in closing:
                continue
            found[after.number] = max(found.get(after.number, 0), found[number] + 1)
            waiting[after.number] -= 1
            if not waiting[after.number]:
                pending.append(after.number)
    return found
