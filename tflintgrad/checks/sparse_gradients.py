"""Arithmetic on sparse gradients, which are `tf.IndexedSlices` and no tensors (rule 117)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain.objects import Gradients, Layer, Weights
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import Source
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.roles import is_a


@check
def arithmetic_on_slices(context: CheckContext) -> Iterator[Problem]:
    """Report operators between a sparse gradient and a number, an array or another gradient."""
    for event in context.graph.events:
        if event.kind != "gradient-arithmetic":
            continue
        value = event.values[0]
        gradients = value if isinstance(value, Gradients) else value.facts["element_of"]
        if not isinstance(gradients, Gradients) or value.facts.get("inspected"):
            continue
        query = gradients.query
        if query.method not in ("gradient", "gradients"):
            continue
        for source in _sources(value, query):
            if _is_looked_up(context.reach(query), source.value):
                yield problem(
                    "arithmetic-on-sparse-gradient",
                    event.site,
                    query,
                    source=shown(source.value),
                    op=event.note,
                )
                break


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
    axis = (user.facts.get("given") or {}).get("axis", "0")
    return bool(inputs) and inputs[0] is source and axis in ("0", "None")
