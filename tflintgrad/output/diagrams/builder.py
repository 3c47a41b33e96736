"""The sketch of one query: boxes and arrows, and what is written on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.output.diagrams.annotations import Claim, fate
from tflintgrad.output.diagrams.captions import Captions, sources_as_given
from tflintgrad.output.diagrams.contraction import Group, GroupGraph, backward
from tflintgrad.output.diagrams.edges import arrows as drawn_arrows
from tflintgrad.output.diagrams.grouping import tied
from tflintgrad.output.diagrams.locations import Spots
from tflintgrad.output.diagrams.model import Box, Mark, Sketch
from tflintgrad.output.diagrams.source_text import Texts
from tflintgrad.output.diagrams.subgraph import Between

if TYPE_CHECKING:
    import libcst as cst


def compose(
    scene: Between, places: Spots, claims: Sequence[Claim], texts: Texts, ways: int = 1
) -> Sketch | None:
    """The picture of a query; None where the query itself is nowhere to be found."""
    spots = places.of(sites_of(scene))
    asked = spots.get(id(scene.query.site))
    if asked is None:
        return None
    culprits = (claim.problem.culprit for claim in claims)
    hurt = {value.number for value in culprits if value is not None}
    web, last = tied(scene, hurt & scene.values.keys(), spots)
    web.shrink(limits.MAX_BOXES)
    knots = _in_order(web, last)
    arrows = drawn_arrows(web, knots, scene, claims)
    told = {arrow.mark for arrow in arrows}
    marks: dict[int, list[Mark]] = {}
    for claim in claims:
        if claim.mark not in told:
            marks.setdefault(claim.place(knots), []).append(claim.mark)
    captions = Captions(scene, texts, spots)
    boxes = [
        _box(knot, scene, claims, captions, texts, tuple(marks.get(position, ())))
        for position, knot in enumerate(knots)
    ]
    place = texts.placed(asked)
    return Sketch(captions.query(), place, captions.tape(), tuple(boxes), tuple(arrows), ways)


def sites_of(scene: Between) -> list[cst.CSTNode]:
    """All places that could be shown."""
    query = scene.query
    values = [*scene.values.values(), query.tape]
    values += [source.group for o in scene.origins for source in o.sources if source.group]
    found = {id(query.site): query.site}
    given = sources_as_given(query)
    if given is not None:
        found[id(given)] = given
    for value in values:
        found.update((id(site), site) for site in (value.site, *value.context.calls) if site)
    return list(found.values())


def _in_order(web: GroupGraph, last: Group) -> list[Group]:
    """Each after what it is computed from, and not much later; the query last."""
    closing = backward(web)
    found: dict[int, Group] = {}

    def visit(knot: Group) -> None:
        if knot.number in found:
            return
        for before in web.behind(knot):
            if (before.number, knot.number) not in closing:
                visit(before)
        found[knot.number] = knot

    alone = [knot for knot in web.knots.values() if not web.ahead(knot) and knot is not last]
    # Some of a loop may only lead to its next iteration: no way forward comes by.
    for knot in (*alone, last, *web.knots.values()):
        visit(knot)
    del found[last.number]
    return [*found.values(), last]


def _box(
    knot: Group,
    scene: Between,
    claims: Sequence[Claim],
    captions: Captions,
    texts: Texts,
    marks: tuple[Mark, ...],
) -> Box:
    if knot.origin is not None:
        text, spot = captions.source(knot.origin)
        reached = knot.origin.reached and knot.origin.watched
        placed = texts.placed(spot) if spot is not None else None
        note = fate(knot.origin, claims)
        return Box("source", text, placed, knot.recorded, reached, note, marks=marks)
    assert knot.spot is not None
    placed = texts.placed(knot.spot)
    if not knot.values:
        return Box("query", captions.query(), placed, False, True, marks=marks)
    reached = any(value.number in scene.reach.alive for value in knot.values)
    if knot.steps > 1:
        text, note = f"… {knot.steps} more steps", captions.extent(knot)
        return Box("more", text, None, knot.recorded, reached, note, knot.repeats, marks)
    text = captions.step(knot)
    return Box("step", text, placed, knot.recorded, reached, "", knot.repeats, marks)
