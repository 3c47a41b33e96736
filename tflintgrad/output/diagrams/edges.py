"""Arrows between boxes: the best and the worst of the links that each stands for."""

from __future__ import annotations

from collections.abc import Sequence

from tflintgrad.flow.domain.values import Cut, Value
from tflintgrad.output.diagrams.annotations import Claim
from tflintgrad.output.diagrams.contraction import Group, GroupGraph
from tflintgrad.output.diagrams.model import Arrow, ArrowLabel
from tflintgrad.output.diagrams.subgraph import Between, Link

#: More arrows for each box than that are too many to follow.
CROWDED = 1.4

_BEST_FIRST: tuple[ArrowLabel, ...] = ("flow", "poison", "unknown", "cut")


def arrows(
    web: GroupGraph, knots: Sequence[Group], scene: Between, claims: Sequence[Claim]
) -> list[Arrow]:
    position = {knot.number: index for index, knot in enumerate(knots)}
    found = []
    for start, end, links in web.ties():
        between = position[start.number], position[end.number]
        all_of_them = [_arrow(link, start, end, between, scene, claims) for link in links]
        found += _worth_drawing(all_of_them)
    found.sort(key=lambda arrow: (arrow.start, arrow.end, arrow.label))
    return _without_shortcuts(found, knots)


def _arrow(
    link: Link,
    start: Group,
    end: Group,
    between: tuple[int, int],
    scene: Between,
    claims: Sequence[Claim],
) -> Arrow:
    label, cut = link.label, link.cut
    if cut is None and _gets_to(scene, *end.values) and not _gets_to(scene, link.end):
        # The gradient gets into the box, and is lost in there.
        label, cut = "cut", _cut_within(scene, end, link.end)
    mark = next((claim.mark for claim in claims if claim.about(link, start, end)), None)
    note = cut.note if cut is not None else ""
    if label == "poison":
        note = "the gradient can become NaN or infinite here"
    return Arrow(*between, label, note, mark, between[0] > between[1])


def _gets_to(scene: Between, *values: Value) -> bool:
    return any(value.number in scene.reach.may_reach for value in values)


def _cut_within(scene: Between, knot: Group, start: Value) -> Cut | None:
    """The first cut after a value, in the same box."""
    inside = {value.number for value in knot.values}
    seen = {start.number}
    pending = [start.number]
    for number in pending:
        for link in scene.links:
            if link.start.number == number and link.end.number in inside:
                if link.cut is not None:
                    return link.cut
                if link.end.number not in seen:
                    seen.add(link.end.number)
                    pending.append(link.end.number)
    return None


def _worth_drawing(arrows: list[Arrow]) -> list[Arrow]:
    """One that passes and one that is marked; a cut that nobody minds only if nothing passes."""
    marked = {arrow.mark: arrow for arrow in arrows if arrow.mark is not None}
    passing = [arrow for arrow in arrows if arrow.label != "cut" and arrow.mark is None]
    if passing:
        best = min(passing, key=lambda arrow: _BEST_FIRST.index(arrow.label))
        return [best, *marked.values()]
    return list(marked.values()) or arrows[:1]


def _without_shortcuts(arrows: list[Arrow], knots: Sequence[Group]) -> list[Arrow]:
    """Without plain arrows that only shorten a way, where they say little.

    The weights of a model go into all of its layers; and in a picture full of arrows, the long ways
    tell more.
    """
    crowded = len(arrows) > CROWDED * len(knots)
    several = {i for i, k in enumerate(knots) if k.origin is not None and len(k.origin.sources) > 1}
    passing = [arrow for arrow in arrows if arrow.label != "cut" and not arrow.again]
    kept = []
    for arrow in arrows:
        plain = arrow in passing and arrow.mark is None
        if plain and (crowded or arrow.start in several) and _is_shortcut(arrow, passing):
            continue
        kept.append(arrow)
    return kept


def _is_shortcut(arrow: Arrow, arrows: list[Arrow]) -> bool:
    """Does a longer way lead to the same box?"""
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
