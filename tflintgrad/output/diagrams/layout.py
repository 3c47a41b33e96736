"""A small layered layout: what is computed stands below what it is computed from.

Longest paths give the layers, barycentres the order in them, and the places are as close to those
of the neighbours as the widths allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

GAP = 28.0
"""Between items of a layer."""
SPACE = 34.0
"""Between layers."""
HEADING = 40.0
"""More space above what stands in the frame, for its heading."""
MARGIN = 16.0
"""Between the frame and what stands in it."""
_SWEEPS = 8


@dataclass(slots=True, eq=False)
class Item:
    width: float
    height: float
    #: Stands in the frame.
    framed: bool
    #: Only a bend of an edge that passes this layer.
    bend: bool = False
    layer: int = 0
    #: The middle, and the upper edge.
    x: float = 0.0
    y: float = 0.0
    above: list[Item] = field(default_factory=list)
    below: list[Item] = field(default_factory=list)

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Frame:
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Layout:
    width: float
    height: float
    frame: Frame | None
    #: For each edge the items it passes, its ends included.
    routes: list[list[Item]]


def lay_out(items: list[Item], edges: list[tuple[int, int]], heading: float = 0.0) -> Layout:
    """Place the items; `edges` go from an earlier to a later one.

    `heading`: how wide the frame has to be for what is written on it.
    """
    _assign_layers(items, edges)
    routes = [_route(items[start], items[end]) for start, end in edges]
    placed = list(dict.fromkeys([*items, *(item for route in routes for item in route)]))
    layers: list[list[Item]] = [[] for _ in range(max(item.layer for item in items) + 1)]
    for item in placed:
        layers[item.layer].append(item)
    _order(layers)
    _place_across(layers)
    for route in routes:
        _straighten([item for item in route if item.bend], layers)
    _clear_frame(layers, heading)
    _place_down(layers)
    _to_origin(placed)
    frame = _frame(placed, heading)
    right = max(_right(placed), frame.right if frame else 0.0)
    bottom = max(*(item.bottom for item in placed), frame.bottom if frame else 0.0)
    return Layout(right, bottom, frame, routes)


def _assign_layers(items: list[Item], edges: list[tuple[int, int]]) -> None:
    for start, end in sorted(edges):
        items[end].layer = max(items[end].layer, items[start].layer + 1)
    first = min((item.layer for item in items if item.framed), default=len(items))
    for index, item in enumerate(items):
        after = [items[end].layer for start, end in edges if start == index]
        if after and not any(end == index for _, end in edges):
            # What nothing comes before stands near to where it is used, yet not beside the frame.
            nearest = min(after) - 1
            item.layer = nearest if item.framed else min(nearest, first - 1)
    top = min(item.layer for item in items)
    for item in items:
        item.layer -= top


def _route(start: Item, end: Item) -> list[Item]:
    """The edge, with a bend in every layer between its ends."""
    route = [start]
    framed = start.framed and end.framed
    between = range(start.layer + 1, end.layer)
    route += [Item(8.0, 0.0, framed, bend=True, layer=layer) for layer in between]
    route.append(end)
    for upper, lower in pairwise(route):
        upper.below.append(lower)
        lower.above.append(upper)
    return route


def _order(layers: list[list[Item]]) -> None:
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            positions = {
                id(item): position for other in layers for position, item in enumerate(other)
            }
            keys = {}
            for position, item in enumerate(layer):
                near = item.above if down else item.below
                places = [positions[id(other)] for other in near]
                keys[id(item)] = sum(places) / len(places) if places else position
            # In the frame is left of it, in every layer.
            layer.sort(key=lambda item: (not item.framed, keys[id(item)]))


def _place_across(layers: list[list[Item]]) -> None:
    for layer in layers:
        _fit(layer, [0.0] * len(layer))
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wanted = []
            for item in layer:
                near = [other.x for other in (*item.above, *item.below)]
                wanted.append(sum(near) / len(near) if near else item.x)
            _fit(layer, wanted)


def _fit(layer: list[Item], wanted: list[float]) -> None:
    """As close to the wanted places as order and widths allow, in the sense of least squares."""
    offsets = [0.0]
    for left, right in pairwise(layer):
        offsets.append(offsets[-1] + (left.width + right.width) / 2 + GAP)
    # Neighbours that would overlap move together, to the mean of where they want to be.
    groups: list[tuple[float, int]] = []
    for place, offset in zip(wanted, offsets, strict=True):
        groups.append((place - offset, 1))
        while len(groups) > 1 and groups[-2][0] > groups[-1][0]:
            (mean, count), (other, more) = groups[-1], groups[-2]
            groups[-2:] = [((mean * count + other * more) / (count + more), count + more)]
    means = [mean for mean, count in groups for _ in range(count)]
    for item, mean, offset in zip(layer, means, offsets, strict=True):
        item.x = mean + offset


def _straighten(bends: list[Item], layers: list[list[Item]]) -> None:
    """One line instead of many bends, where there is room for it."""
    if len(bends) < 2:
        return
    places = [item.x for item in bends]
    for x in (max(places), min(places)):
        if all(_has_room(item, x, layers[item.layer]) for item in bends):
            for item in bends:
                item.x = x
            return


def _has_room(item: Item, x: float, layer: list[Item]) -> bool:
    position = layer.index(item)
    left = layer[position - 1].right + GAP / 2 if position else float("-inf")
    after = layer[position + 1 :]
    right = after[0].left - GAP / 2 if after else float("inf")
    return left <= x - item.width / 2 and x + item.width / 2 <= right


def _clear_frame(layers: list[list[Item]], heading: float) -> None:
    """What does not belong into the frame moves to its right, where the frame is."""
    framed = [item for layer in layers for item in layer if item.framed]
    if not framed:
        return
    right = max(_right(framed), min(item.left for item in framed) + heading) + MARGIN + GAP
    first, last = min(item.layer for item in framed), max(item.layer for item in framed)
    for layer in layers[first : last + 1]:
        others = [item for item in layer if not item.framed and not item.bend]
        shift = max((right - item.left for item in others[:1]), default=0.0)
        for item in layer:
            if not item.framed and shift > 0:
                item.x += shift


def _place_down(layers: list[list[Item]]) -> None:
    y = 0.0
    framed = False
    for layer in layers:
        inside = any(item.framed for item in layer)
        if inside and not framed:
            y += HEADING
        framed = framed or inside
        height = max((item.height for item in layer), default=0.0)
        for item in layer:
            if item.bend:  # straight past what stands beside it
                item.height = height
            item.y = y + (height - item.height) / 2
        y += height + SPACE


def _to_origin(items: Iterable[Item]) -> None:
    left = min(item.left - (MARGIN if item.framed else 0) for item in items)
    for item in items:
        item.x -= left


def _right(items: Iterable[Item]) -> float:
    return max(item.right for item in items)


def _frame(items: list[Item], heading: float) -> Frame | None:
    framed = [item for item in items if item.framed]
    if not framed:
        return None
    left = min(item.left for item in framed)
    return Frame(
        left - MARGIN,
        min(item.y for item in framed) - MARGIN - HEADING / 2,
        max(_right(framed), left + heading) + MARGIN,
        max(item.bottom for item in framed) + MARGIN,
    )
