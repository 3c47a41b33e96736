"""From many values to few knots, such that what is left still tells the truth about paths."""

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
    #: Where it is seen in the program.
    spot: Spot | None = None
    #: The calls around it that are shown from within.
    frame: tuple[int, ...] = ()
    recorded: bool = False
    #: Stays a box of its own, whatever is drawn together.
    fixed: bool = False
    #: Of sources: which they are.
    origin: SourceGroup | None = None
    values: list[Value] = field(default_factory=list)
    #: How many steps of the program it stands for, and where they are.
    steps: int = 1
    spots: list[Spot] = field(default_factory=list)
    #: Computed from its own value in the iteration before.
    repeats: bool = False


class GroupGraph:
    """A graph of knots that gets smaller and smaller."""

    def __init__(self) -> None:
        self.knots: dict[int, Group] = {}
        self._ahead: dict[int, dict[int, list[Link]]] = {}
        self._behind: dict[int, set[int]] = {}

    def add(
        self,
        spot: Spot | None = None,
        frame: tuple[int, ...] = (),
        *,
        recorded: bool = False,
        fixed: bool = False,
        origin: SourceGroup | None = None,
    ) -> Group:
        knot = Group(len(self._ahead), spot, frame, recorded, fixed, origin)
        self.knots[knot.number] = knot
        self._ahead[knot.number] = {}
        self._behind[knot.number] = set()
        return knot

    def tie(self, start: Group, end: Group, links: Iterable[Link]) -> None:
        if start is end:
            start.repeats = start.repeats or any(link.again for link in links)
            return
        self._ahead[start.number].setdefault(end.number, []).extend(links)
        self._behind[end.number].add(start.number)

    def ties(self) -> Iterator[tuple[Group, Group, list[Link]]]:
        for start in list(self.knots.values()):
            for end, links in list(self._ahead[start.number].items()):
                yield start, self.knots[end], links

    def ahead(self, knot: Group) -> list[Group]:
        return [self.knots[number] for number in self._ahead[knot.number]]

    def behind(self, knot: Group) -> list[Group]:
        return [self.knots[number] for number in sorted(self._behind[knot.number])]

    def drop(self, knot: Group) -> None:
        """Without this knot; what was computed from it is computed from what it was."""
        into = [(start, self._ahead[start.number][knot.number]) for start in self.behind(knot)]
        out = [(end, self._ahead[knot.number][end.number]) for end in self.ahead(knot)]
        self._remove(knot)
        for start, first in into:
            for end, second in out:
                through = [_joined(a, b) for a in _telling(first) for b in _telling(second)]
                self.tie(start, end, through)

    def merge(self, knot: Group, into: Group) -> None:
        ahead = [(end, self._ahead[knot.number][end.number]) for end in self.ahead(knot)]
        behind = [(start, self._ahead[start.number][knot.number]) for start in self.behind(knot)]
        self._remove(knot)
        for end, links in ahead:
            self.tie(into, end, links)
        for start, links in behind:
            self.tie(start, into, links)
        into.values += knot.values
        into.recorded = into.recorded and knot.recorded
        into.repeats = into.repeats or knot.repeats

    def _remove(self, knot: Group) -> None:
        for end in self._ahead[knot.number]:
            self._behind[end].discard(knot.number)
        for start in self._behind[knot.number]:
            del self._ahead[start][knot.number]
        self._ahead[knot.number] = {}
        self._behind[knot.number] = set()
        del self.knots[knot.number]

    def absorb(self, belongs: Callable[[Group, Group], bool]) -> None:
        """Merge knots into those that they are a part of, as long as there are any."""
        found = True
        while found:
            found = False
            for start, end, _ in list(self.ties()):
                alive = start.number in self.knots and end.number in self.knots
                if alive and end.number in self._ahead[start.number] and belongs(start, end):
                    self.merge(start, end)
                    found = True

    def shrink(self, limit: int) -> None:
        """Merge what is least worth a box of its own, until no more than `limit` are left."""
        while len(self.knots) > limit:
            pairs = self._in_line() or self._side_by_side()
            if not pairs:
                return
            taken: set[int] = set()
            for knot, into in pairs:
                if len(self.knots) <= limit:
                    return
                if knot.number not in taken and into.number not in taken:
                    taken |= {knot.number, into.number}
                    into.steps += knot.steps
                    into.spots += [s for s in (knot.spot, *knot.spots) if s is not None]
                    self.merge(knot, into)

    def _in_line(self) -> list[tuple[Group, Group]]:
        """Steps with one way on: merged with the next one, no way around is lost.

        Those far from everything that stays come first: near a cut, each step explains.
        """
        distance = self._distances()
        pairs = [
            (start, end)
            for start, end, _ in self.ties()
            if not start.fixed
            and not end.fixed
            and (len(self._ahead[start.number]) == 1 or len(self._behind[end.number]) == 1)
        ]
        pairs.sort(key=lambda pair: -min(distance[pair[0].number], distance[pair[1].number]))
        return pairs

    def _side_by_side(self) -> list[tuple[Group, Group]]:
        """Steps of which none is computed from another."""
        by_layer: dict[int, list[Group]] = {}
        for number, layer in layers(self).items():
            if not self.knots[number].fixed:
                by_layer.setdefault(layer, []).append(self.knots[number])
        return [(other, knots[0]) for knots in by_layer.values() for other in knots[1:]]

    def _distances(self) -> dict[int, int]:
        """How many ties each knot is away from one that stays."""
        found = {knot.number: 0 for knot in self.knots.values() if knot.fixed}
        pending = list(found)
        for number in pending:
            for other in (*self._ahead[number], *self._behind[number]):
                if other not in found:
                    found[other] = found[number] + 1
                    pending.append(other)
        return {number: found.get(number, len(self.knots)) for number in self.knots}


def _telling(links: list[Link]) -> list[Link]:
    """Of many links between the same two knots, one of each sort."""
    return list({(link.label, link.cut and link.cut.kind.rule): link for link in links}.values())


def _joined(first: Link, second: Link) -> Link:
    """Two links in a row as one: what stops the gradient last on its way back says why."""
    worse = max(second, first, key=lambda link: _ORDER.index(link.label))
    again = first.again or second.again
    return Link(first.start, second.end, worse.label, worse.cut, again)


_ORDER = ("flow", "poison", "unknown", "cut")


def backward(web: GroupGraph) -> set[tuple[int, int]]:
    """The ties that close circles; without them, all others go forward.

    Those through the beginning of the next iteration are taken, where there are any.
    """
    ordered = sorted(web.knots.values(), key=lambda knot: (bool(web.behind(knot)), knot.number))
    looping = {
        (start.number, end.number)
        for start, end, links in web.ties()
        if all(link.again for link in links)
    }
    found: set[tuple[int, int]] = set()
    done: set[int] = set()
    for root in ordered:
        path: set[int] = set()
        pending: list[tuple[Group, Iterator[Group]]] = []
        if root.number not in done:
            pending.append((root, iter(_calm_first(web, root, looping))))
            path.add(root.number)
        while pending:
            knot, rest = pending[-1]
            after = next(rest, None)
            if after is None:
                pending.pop()
                path.discard(knot.number)
                done.add(knot.number)
            elif after.number in path:
                found.add((knot.number, after.number))
            elif after.number not in done:
                path.add(after.number)
                pending.append((after, iter(_calm_first(web, after, looping))))
    return found


def _calm_first(web: GroupGraph, knot: Group, looping: set[tuple[int, int]]) -> list[Group]:
    return sorted(web.ahead(knot), key=lambda other: (knot.number, other.number) in looping)


def layers(web: GroupGraph) -> dict[int, int]:
    """How many steps each knot is behind the first ones, at most."""
    closing = backward(web)
    found: dict[int, int] = {}
    waiting = {
        knot.number: sum((b.number, knot.number) not in closing for b in web.behind(knot))
        for knot in web.knots.values()
    }
    pending = [number for number, count in waiting.items() if not count]
    for number in pending:
        knot = web.knots[number]
        found.setdefault(number, 0)
        for after in web.ahead(knot):
            if (number, after.number) in closing:
                continue
            found[after.number] = max(found.get(after.number, 0), found[number] + 1)
            waiting[after.number] -= 1
            if not waiting[after.number]:
                pending.append(after.number)
    return found
