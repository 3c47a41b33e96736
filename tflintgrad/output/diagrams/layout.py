"""A small layered (Sugiyama) layout: every item is below those that it is computed from.

Longest paths give the ranks, barycentres the order within a rank, and least squares the
x-coordinates. The items that the tape records are enclosed by a box, the cluster.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

GAP = 28.0
"""The horizontal space between items of a rank."""
SPACE = 34.0
"""The vertical space between ranks."""
HEADING = 40.0
"""The space above the items of the cluster, for its heading."""
MARGIN = 16.0
"""The space between the border of the cluster and its items."""
_SWEEPS = 8


@dataclass(slots=True, eq=False)
class Item:
    """A rectangle to place, or a bend of an edge."""

    width: float
    height: float
    in_cluster: bool
    #: A bend of an edge that passes this rank.
    bend: bool = False
    rank: int = 0
    #: The centre, and the upper edge.
    x: float = 0.0
    y: float = 0.0
    above: list[Item] = field(default_factory=list)
    below: list[Item] = field(default_factory=list)

    @property
    def left(self) -> float:
        """The x-coordinate of the left edge."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """The x-coordinate of the right edge."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """The y-coordinate of the lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Cluster:
    """The box around the items that the tape records."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The result of `lay_out`."""

    width: float
    height: float
    cluster: Cluster | None
    #: For each edge its items: start, bends, end.
    routes: list[list[Item]]


def lay_out(items: list[Item], edges: list[tuple[int, int]], heading: float = 0.0) -> Layout:
    """Set the positions of the items; `edges` go from an earlier to a later one.

    `heading`: the width of the cluster's heading.
    """
    _assign_ranks(items, edges)
    routes = [_route(items[start], items[end]) for start, end in edges]
    all_items = list(dict.fromkeys([*items, *(item for route in routes for item in route)]))
    ranks: list[list[Item]] = [[] for _ in range(max(item.rank for item in items) + 1)]
    for item in all_items:
        ranks[item.rank].append(item)
    _order(ranks)
    _place_across(ranks)
    for route in routes:
        _straighten([item for item in route if item.bend], ranks)
    _clear_cluster(ranks, heading)
    _place_down(ranks)
    _to_origin(all_items)
    cluster = _cluster(all_items, heading)
    right = max(_right(all_items), cluster.right if cluster else 0.0)
    bottom = max(*(item.bottom for item in all_items), cluster.bottom if cluster else 0.0)
    return Layout(right, bottom, cluster, routes)


def _assign_ranks(items: list[Item], edges: list[tuple[int, int]]) -> None:
    for start, end in sorted(edges):
        items[end].rank = max(items[end].rank, items[start].rank + 1)
    first = min((item.rank for item in items if item.in_cluster), default=len(items))
    for index, item in enumerate(items):
        after = [items[end].rank for start, end in edges if start == index]
        if after and not any(end == index for _, end in edges):
            # An item without predecessors is placed near its first use, but not beside the cluster.
            nearest = min(after) - 1
            item.rank = nearest if item.in_cluster else min(nearest, first - 1)
    top = min(item.rank for item in items)
    for item in items:
        item.rank -= top


def _route(start: Item, end: Item) -> list[Item]:
    """Return the items of an edge, with a bend in every rank between its ends."""
    route = [start]
    in_cluster = start.in_cluster and end.in_cluster
    between = range(start.rank + 1, end.rank)
    route += [Item(8.0, 0.0, in_cluster, bend=True, rank=rank) for rank in between]
    route.append(end)
    for upper, lower in pairwise(route):
        upper.below.append(lower)
        lower.above.append(upper)
    return route


def _order(ranks: list[list[Item]]) -> None:
    """Order each rank by the mean position of its neighbours, to avoid crossings."""
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for rank in ranks if down else reversed(ranks):
            positions = {
                id(item): position for other in ranks for position, item in enumerate(other)
            }
            keys = {}
            for position, item in enumerate(rank):
                near = item.above if down else item.below
                others = [positions[id(other)] for other in near]
                keys[id(item)] = sum(others) / len(others) if others else position
            # Items of the cluster come first in every rank.
            rank.sort(key=lambda item: (not item.in_cluster, keys[id(item)]))


def _place_across(ranks: list[list[Item]]) -> None:
    """Set the x-coordinates, in several sweeps down and up."""
    for rank in ranks:
        _fit(rank, [0.0] * len(rank))
    for sweep in range(_SWEEPS):
        for rank in ranks if sweep % 2 == 0 else reversed(ranks):
            wanted = []
            for item in rank:
                near = [other.x for other in (*item.above, *item.below)]
                wanted.append(sum(near) / len(near) if near else item.x)
            _fit(rank, wanted)


def _fit(rank: list[Item], wanted: list[float]) -> None:
    """Set the x-coordinates of a rank to the least-squares solution for the wanted ones."""
    offsets = [0.0]
    for left, right in pairwise(rank):
        offsets.append(offsets[-1] + (left.width + right.width) / 2 + GAP)
    # Neighbours that would overlap form a group, which moves to the mean of its wanted positions.
    groups: list[tuple[float, int]] = []
    for x, offset in zip(wanted, offsets, strict=True):
        groups.append((x - offset, 1))
        while len(groups) > 1 and groups[-2][0] > groups[-1][0]:
            (mean, count), (other, more) = groups[-1], groups[-2]
            groups[-2:] = [((mean * count + other * more) / (count + more), count + more)]
    means = [mean for mean, count in groups for _ in range(count)]
    for item, mean, offset in zip(rank, means, offsets, strict=True):
        item.x = mean + offset


def _straighten(bends: list[Item], ranks: list[list[Item]]) -> None:
    """Give the bends of an edge the same x-coordinate if there is room."""
    if len(bends) < 2:
        return
    positions = [item.x for item in bends]
    for x in (max(positions), min(positions)):
        if all(_has_room(item, x, ranks[item.rank]) for item in bends):
            for item in bends:
                item.x = x
            return


def _has_room(item: Item, x: float, rank: list[Item]) -> bool:
    position = rank.index(item)
    left = rank[position - 1].right + GAP / 2 if position else float("-inf")
    after = rank[position + 1 :]
    right = after[0].left - GAP / 2 if after else float("inf")
    return left <= x - item.width / 2 and x + item.width / 2 <= right


def _clear_cluster(ranks: list[list[Item]], heading: float) -> None:
    """Move items that are beside the cluster to the right of it."""
    in_cluster = [item for rank in ranks for item in rank if item.in_cluster]
    if not in_cluster:
        return
    right = max(_right(in_cluster), min(item.left for item in in_cluster) + heading) + MARGIN + GAP
    first, last = min(item.rank for item in in_cluster), max(item.rank for item in in_cluster)
    for rank in ranks[first : last + 1]:
        others = [item for item in rank if not item.in_cluster and not item.bend]
        shift = max((right - item.left for item in others[:1]), default=0.0)
        for item in rank:
            if not item.in_cluster and shift > 0:
                item.x += shift


def _place_down(ranks: list[list[Item]]) -> None:
    """Set the y-coordinates."""
    y = 0.0
    in_cluster = False
    for rank in ranks:
        inside = any(item.in_cluster for item in rank)
        if inside and not in_cluster:
            y += HEADING
        in_cluster = in_cluster or inside
        height = max((item.height for item in rank), default=0.0)
        for item in rank:
            if item.bend:  # the edge passes the items beside it in a straight line
                item.height = height
            item.y = y + (height - item.height) / 2
        y += height + SPACE


def _to_origin(items: Iterable[Item]) -> None:
    left = min(item.left - (MARGIN if item.in_cluster else 0) for item in items)
    for item in items:
        item.x -= left


def _right(items: Iterable[Item]) -> float:
    return max(item.right for item in items)


def _cluster(items: list[Item], heading: float) -> Cluster | None:
    in_cluster = [item for item in items if item.in_cluster]
    if not in_cluster:
        return None
    left = min(item.left for item in in_cluster)
    return Cluster(
        left - MARGIN,
        min(item.y for item in in_cluster) - MARGIN - HEADING / 2,
        max(_right(in_cluster), left + heading) + MARGIN,
        max(item.bottom for item in in_cluster) + MARGIN,
    )
