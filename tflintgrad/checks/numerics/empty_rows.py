"""Softmaxes of rows that a mask makes minus infinity everywhere (rule 607)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.numerics.nan_paths import shown_op
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.identities import axes_of
from tflintgrad.flow.properties.infinities import is_infinite
from tflintgrad.flow.properties.masked_rows import has_row_of
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.reachability import Reachability


@check
def empty_rows(context: CheckContext) -> Iterator[Problem]:
    """Report a softmax that is NaN for some row, if the NaN comes to a gradient."""
    reported: set[int] = set()
    for query in context.graph.queries:
        reach = context.reach(query)
        if reach.gave_up:
            continue
        for value in list(reach.must_reach.values()):
            if value.site is None or id(value.site) in reported or not _has_empty_row(value):
                continue
            if not reach.is_recorded(value):
                continue
            found = _spoilt(reach, value)
            if found is not None:
                reported.add(id(value.site))
                step, source = found
                yield problem(
                    "zero-times-infinity/row",
                    value.site,
                    query,
                    path=reach.path(source, step),
                    culprit=value,
                    op=shown_op(value),
                )


def _has_empty_row(value: Value) -> bool:
    """True for `softmax(where(mask, scores, -inf))` with a mask that leaves out a whole row."""
    inputs = inputs_of(value)
    if not inputs or not computed_by(value, "softmax", "log_softmax"):
        return False
    if axes_of(value, (-1,)) != (-1,):
        return False
    # Also `softmax(scores + where(mask, 0.0, -inf))`.
    terms = inputs_of(inputs[0]) if computed_by(inputs[0], "add") else inputs[:1]
    return any(_leaves_out_a_row(term) for term in terms)


def _leaves_out_a_row(where: Value) -> bool:
    parts = inputs_of(where)
    if len(parts) != 3 or not computed_by(where, "where"):
        return False
    mask, chosen, other = parts
    if is_infinite(other):
        return has_row_of(mask, truth=False)
    return is_infinite(chosen) and has_row_of(mask, truth=True)


def _spoilt(reach: Reachability, nan: Value) -> tuple[Value, Value] | None:
    """Return a step whose slope is NaN because of a value, and a source that it leads to.

    The scores themselves get zeros: `tf.where` did not choose them.
    """
    for step in list(reach.must_reach.values()):
        if not reach.is_recorded(step) or not _is_curved(step):
            continue
        if not any(item is nan for item in walk_back(step, _undivided, limits.MAX_WALK_VALUES)):
            continue
        behind = {item.number for item in walk_back(step, _around(reach))}
        for source in reach.query.sources:
            if any(item.number in behind for item in reach.aliases(source.value)):
                return step, source.value
    return None


def _is_curved(step: Value) -> bool:
    """True if the slope for one input depends on another number: products, layers, curves."""
    if "layer" in step.facts or computed_by(step, "multiply", "matmul"):
        return True
    entry = entry_of(step)
    return entry is not None and entry.fact("curve") == "smooth"


def _undivided(value: Value) -> Iterable[Value]:
    """Return what a value was computed from, unless it takes some elements only."""
    cuts = computed_by(value, "selects", "where") or (
        value.facts.get("op") == "[]" and not value.facts.get("only_reshapes")
    )
    return () if cuts else inputs_of(value)


def _around(reach: Reachability) -> Callable[[Value], Iterable[Value]]:
    """Return a way back that leaves out what `tf.where` may keep NaN from."""

    def follow(value: Value) -> Iterable[Value]:
        if computed_by(value, "where"):
            return ()
        return [edge.to for edge in reach.open_edges(value, through_havoc=False)]

    return follow
