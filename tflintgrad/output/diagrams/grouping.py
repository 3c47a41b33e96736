"""Group the values between sources and target: one group per line of code that is drawn."""

from __future__ import annotations

from tflintgrad.diagnostics import Spot
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Instance, Layer, Method, Weights
from tflintgrad.flow.domain.values import Mapping, Phi, Sequence, Value
from tflintgrad.flow.symbolic_tensors import is_symbolic
from tflintgrad.output.diagrams.contraction import Group, GroupGraph
from tflintgrad.output.diagrams.subgraph import Link, Subgraph


def group_values(
    subgraph: Subgraph, culprits: set[int], spots: dict[int, Spot]
) -> tuple[GroupGraph, Group]:
    """Return the groups of a subgraph as a graph, and the group of the query.

    `culprits`: the numbers of the values that findings point at; each gets a group of its own.
    """
    graph = GroupGraph()
    owner = _groups(graph, subgraph, culprits, spots)
    passing = [
        group
        for group in graph.groups.values()
        if group.spot is None and group.source_group is None
    ]
    query = graph.add(spots.get(id(subgraph.query.site)), fixed=True)
    for link in subgraph.links:
        graph.connect(owner[link.start.number], owner[link.end.number], [link])
    target = subgraph.query.target
    graph.connect(owner[target.number], query, [Link(target, target, "flow")])
    for group in passing:
        graph.bypass(group)
    graph.absorb(_is_part)
    return graph, query


def _groups(
    graph: GroupGraph, subgraph: Subgraph, culprits: set[int], spots: dict[int, Spot]
) -> dict[int, Group]:
    """Return the group of each value; groups without a spot are bypassed later."""
    owner: dict[int, Group] = {}
    for source_group in subgraph.source_groups:
        recorded = all(subgraph.reach.is_recorded(value) for value in source_group.values)
        group = graph.add(recorded=recorded, fixed=True, source_group=source_group)
        group.values = list(source_group.values)
        owner.update((value.number, group) for value in source_group.values)
    expanded = _expanded_calls(subgraph, culprits)
    by_site: dict[object, Group] = {}
    for number, value in sorted(subgraph.values.items()):
        if number in owner:
            continue
        site, call_chain = _drawn_site(subgraph, value, expanded)
        is_culprit = number in culprits
        recorded = subgraph.reach.is_recorded(value)
        passes = _computes_nothing(value) or (is_symbolic(value) and not recorded)
        spot = spots.get(id(site)) if is_culprit or not passes else None
        key = (call_chain, id(site), recorded, number if is_culprit or spot is None else None)
        if key not in by_site:
            fixed = is_culprit and spot is not None
            by_site[key] = graph.add(spot, call_chain, recorded=recorded, fixed=fixed)
        by_site[key].values.append(value)
        owner[number] = by_site[key]
    return owner


def _computes_nothing(value: Value) -> bool:
    """True for joins, containers and objects, through which a value only passes."""
    if isinstance(value, (Phi, Sequence, Mapping, Method, Weights, Layer, Instance)):
        return True
    return value.kind is kinds.STATE


def _expanded_calls(subgraph: Subgraph, culprits: set[int]) -> set[tuple[int, ...]]:
    """Return the chains of calls whose steps are drawn: those that lead to a culprit.

    The call that Keras makes is expanded, too, since it is not in the code.
    """
    chains = [_calls(subgraph, subgraph.values[number]) for number in culprits]
    found = {chain[:depth] for chain in chains for depth in range(1, len(chain) + 1)}
    return found | {(id(subgraph.query.site),)}


def _calls(subgraph: Subgraph, value: Value) -> tuple[int, ...]:
    """Return the `id`s of the calls from the function of the query to the value."""
    ours, theirs = subgraph.query.context.calls, value.context.calls
    shared = 0
    while shared < min(len(ours), len(theirs)) and ours[shared] is theirs[shared]:
        shared += 1
    return tuple(map(id, theirs[shared:]))


def _drawn_site(
    subgraph: Subgraph, value: Value, expanded: set[tuple[int, ...]]
) -> tuple[object, tuple[int, ...]]:
    """Return the site at which a value is drawn, and the expanded calls around it.

    The site is that of the value, or of the first call around it that is not expanded.
    """
    chain = _calls(subgraph, value)
    for depth in range(1, len(chain) + 1):
        if chain[:depth] not in expanded:
            own = value.context.calls
            return own[len(own) - len(chain) + depth - 1], chain[: depth - 1]
    return value.site, chain


def _is_part(inner: Group, outer: Group) -> bool:
    """True if the expression of one group is part of that of the other, in the same context."""
    one, other = inner.spot, outer.spot
    if inner.fixed or one is None or other is None:
        return False
    return (
        one.filename == other.filename
        and other.span.start <= one.span.start
        and one.span.end <= other.span.end
        and (inner.call_chain, inner.recorded) == (outer.call_chain, outer.recorded)
    )
