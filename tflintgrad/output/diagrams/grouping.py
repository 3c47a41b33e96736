"""From the values between sources and target to knots: one for each line that a reader sees."""

from __future__ import annotations

from tflintgrad.diagnostics import Spot
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Instance, Layer, Method, Weights
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value
from tflintgrad.flow.reachability import is_symbolic
from tflintgrad.output.diagrams.contraction import Group, GroupGraph
from tflintgrad.output.diagrams.subgraph import Between, Link


def tied(scene: Between, culprits: set[int], spots: dict[int, Spot]) -> tuple[GroupGraph, Group]:
    """The web of a scene, and the knot of the query.

    `culprits`: the numbers of the values at which something is lost; each stays a knot of its own.
    """
    web = GroupGraph()
    owner = _knots(web, scene, culprits, spots)
    passing = [knot for knot in web.knots.values() if knot.spot is None and knot.origin is None]
    asked = web.add(spots.get(id(scene.query.site)), fixed=True)
    for link in scene.links:
        web.tie(owner[link.start.number], owner[link.end.number], [link])
    target = scene.query.target
    web.tie(owner[target.number], asked, [Link(target, target, "flow")])
    for knot in passing:
        web.drop(knot)
    web.absorb(_is_part)
    return web, asked


def _knots(
    web: GroupGraph, scene: Between, culprits: set[int], spots: dict[int, Spot]
) -> dict[int, Group]:
    """For every value the knot that it is in; those without a spot are only passed through."""
    owner: dict[int, Group] = {}
    for origin in scene.origins:
        recorded = all(scene.reach.is_recorded(value) for value in origin.values)
        knot = web.add(recorded=recorded, fixed=True, origin=origin)
        knot.values = list(origin.values)
        owner.update((value.number, knot) for value in origin.values)
    shown = _shown_calls(scene, culprits)
    by_site: dict[object, Group] = {}
    for number, value in sorted(scene.values.items()):
        if number in owner:
            continue
        site, frame = _seen_at(scene, value, shown)
        hurt = number in culprits
        recorded = scene.reach.is_recorded(value)
        seen = hurt or not (_only_passes(value) or (is_symbolic(value) and not recorded))
        spot = spots.get(id(site)) if seen else None
        key = (frame, id(site), recorded, number if hurt or spot is None else None)
        if key not in by_site:
            by_site[key] = web.add(spot, frame, recorded=recorded, fixed=hurt and spot is not None)
        by_site[key].values.append(value)
        owner[number] = by_site[key]
    return owner


def _only_passes(value: Value) -> bool:
    """Nothing is computed here: control joins, a container or an object holds it."""
    if isinstance(value, (Phi, Sequence, Mapping, Method, Weights, Layer, Instance)):
        return True
    return value.kind is kinds.STATE


def _shown_calls(scene: Between, culprits: set[int]) -> set[tuple[int, ...]]:
    """The calls that are shown from within: those in which a gradient is lost.

    And the one that Keras makes, since nobody wrote it.
    """
    chains = [_calls(scene, scene.values[number]) for number in culprits]
    found = {chain[:depth] for chain in chains for depth in range(1, len(chain) + 1)}
    return found | {(id(scene.query.site),)}


def _calls(scene: Between, value: Value) -> tuple[int, ...]:
    """The calls that lead from where the query is to the value."""
    ours, theirs = scene.query.context.calls, value.context.calls
    shared = 0
    while shared < min(len(ours), len(theirs)) and ours[shared] is theirs[shared]:
        shared += 1
    return tuple(map(id, theirs[shared:]))


def _seen_at(
    scene: Between, value: Value, shown: set[tuple[int, ...]]
) -> tuple[object, tuple[int, ...]]:
    """Where a reader sees a value: at itself, or at the call in which it is computed."""
    chain = _calls(scene, value)
    for depth in range(1, len(chain) + 1):
        if chain[:depth] not in shown:
            own = value.context.calls
            return own[len(own) - len(chain) + depth - 1], chain[: depth - 1]
    return value.site, chain


def _is_part(inner: Group, outer: Group) -> bool:
    """Is one expression part of the other, with nothing between them worth a line?"""
    one, other = inner.spot, outer.spot
    if inner.fixed or one is None or other is None:
        return False
    return (
        one.filename == other.filename
        and other.span.start <= one.span.start
        and one.span.end <= other.span.end
        and (inner.frame, inner.recorded) == (outer.frame, outer.recorded)
    )
