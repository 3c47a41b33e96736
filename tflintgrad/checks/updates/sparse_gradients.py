"""Arithmetic on sparse gradients, which are `tf.IndexedSlices` and no tensors (rule 117)."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients, Layer, Weights
from tflintgrad.flow.domain.provenance import computed_by, constant_option
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.values import Phi, Sequence, Value, alternatives
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a


@check
def arithmetic_on_slices(context: CheckContext) -> Iterator[Problem]:
    """Report operators between a sparse gradient and a number, an array or another gradient."""
    for event in context.graph.events:
        if event.kind != "gradient-arithmetic":
            continue
        found = _looked_up(context, event.values[0])
        for other in event.values[1:]:
            found = _looked_up_in_both(context, found, other, event.site) if found else []
        if found:
            query, source = found[0]
            yield problem(
                "arithmetic-on-sparse-gradient",
                event.site,
                query,
                source=shown(source),
                op=event.note,
            )


def _looked_up(context: CheckContext, value: Value) -> list[tuple[Query, Value]]:
    """Return the sources whose gradient the value may be, and which is sparse."""
    gradients = value if isinstance(value, Gradients) else value.facts.get("element_of")
    if not isinstance(gradients, Gradients) or value.facts.get("inspected"):
        return []
    query = gradients.query
    if query.method not in ("gradient", "gradients"):
        return []
    return [
        (query, source.value)
        for source in _sources(value, query)
        if _is_looked_up(context.reach(query), source.value)
    ]


def _looked_up_in_both(
    context: CheckContext, found: list[tuple[Query, Value]], other: Value, site: cst.CSTNode
) -> list[tuple[Query, Value]]:
    """Return those sources whose gradient in the other operand is sparse, too."""
    others = _summed(other, site) if isinstance(other, Phi) else [other]
    if not others:
        return []
    for item in others:
        sparse = [source for _, source in _looked_up(context, item)]
        found = [pair for pair in found if pair[1] in sparse]
    return found


def _summed(item: Phi, site: cst.CSTNode) -> list[Value]:
    """Return the gradients that an item of a list may be when a loop first adds to it at `site`.

    The list is `None`, then gradients, then sums made at `site`; nothing is certain otherwise.
    """
    lists = [edge.to for edge in item.edges if isinstance(edge.to, Phi) and edge.to.loop]
    if len(lists) != 1:
        return list(alternatives(item))
    gradients: list[Value] = []
    for value in alternatives(lists[0]):
        if isinstance(value, Gradients):
            drawn = Value(value.kind, value.site, value.context)
            drawn.facts["element_of"] = value
            gradients.append(drawn)
        elif isinstance(value, Sequence):
            held = value.held()
            if not held or any(v.site is not site for i in held for v in alternatives(i)):
                return []
        elif value.kind is not kinds.NONE:
            return []
    return gradients


def _sources(value: Value, query: Query) -> list[Source]:
    """Return the sources whose gradient the value may be."""
    if isinstance(query.sources_value, (Sequence, Weights)) and isinstance(value, Gradients):
        return []  # arithmetic on the list
    index = value.facts.get("index")
    if isinstance(index, int) and isinstance(query.sources_value, Sequence):
        found = query.sources
        return [found[index]] if -len(found) <= index < len(found) else []
    return [] if index is not None else query.sources


def _is_looked_up(reach: Reachability, source: Value) -> bool:
    """True if the target uses the source only by looking up rows of it."""
    if isinstance(source, Phi):
        return False
    if isinstance(source, Layer) and not _is_plain_table(source):
        return False
    users = [
        value
        for value in reach.dependencies.values()
        if value is not source and any(edge.to is source for edge in value.edges)
    ]
    return bool(users) and reach.surely_reaches(source) and all(_looks_up(u, source) for u in users)


def _is_plain_table(layer: Layer) -> bool:
    options = layer.arguments.keywords
    return is_a(layer.name, "lookup_table") and not any(
        name.endswith(("regularizer", "constraint")) for name in options
    )


def _looks_up(user: Value, source: Value) -> bool:
    if user.facts.get("layer") is source:
        return True
    if not computed_by(user, "looks_up"):
        return False
    inputs = user.facts.get("inputs") or ()
    axis = constant_option(user, "axis")
    return bool(inputs) and inputs[0] is source and axis in (None, "0", "None")
