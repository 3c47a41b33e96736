"""The way of a NaN from an op to a source, unless a `tf.where` leaves it out."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import may_find, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.zeros import (
    ON_DIAGONAL,
    keeps_diagonal,
)
from tflintgrad.flow.reachability import Reachability


def tracked_source(reach: Reachability, query: Query, value: Value) -> Value | None:
    """Return a source whose gradient is NaN because that of the value is."""

    def poisoned(item: Value) -> list[Value]:
        ends = computed_by(item, "magnitude") and any(v.dtype == "complex" for v in inputs_of(item))
        return [] if ends else [edge.to for edge in reach.open_edges(item, through_havoc=False)]

    spoilt = {item.number for item in walk_back(value, poisoned, limits.MAX_QUERY_VALUES)}
    for source in query.sources:
        if any(same.number in spoilt for same in reach.aliases(source.value)):
            return source.value
    return None


def shown_op(value: Value) -> str:
    """Return the op that computed a value, as the program names it."""
    return str(value.facts.get("called") or value.facts.get("op"))


def is_masked(reach: Reachability, value: Value, reason: str = "") -> bool:
    """True if a `tf.where` decides whether this value counts."""
    return any(
        computed_by(item, "where")
        and may_find(item, (value,), inputs_of, limits.MAX_NEAR_VALUES)
        and not _chooses(item, value, reason)
        for item in reach.may_reach.values()
    )


def _chooses(where: Value, value: Value, reason: str) -> bool:
    """True if a `tf.where` of equal pairs takes this value where a row meets itself."""
    inputs = inputs_of(where)
    if reason not in ON_DIAGONAL or len(inputs) != 3 or not keeps_diagonal(inputs[0]):
        return False
    return inputs[1] is value
