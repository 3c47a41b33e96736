"""Singular ops in a branch of `tf.where`, whose NaN the other branch does not hide (rule 601)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.numerics.nan_paths import shown_op, tracked_source
from tflintgrad.checks.numerics.singular_ops import (
    singular_input,
)
from tflintgrad.checks.numerics.singular_points import is_moved, reaches_singularity
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.words import states


@check
def guarded_singularities(context: CheckContext) -> Iterator[Problem]:
    """Report singular ops in a `tf.where`: it computes both branches, and NaN times zero is NaN."""
    reported: set[int] = set()
    for query in context.graph.queries:
        reach = context.reach(query)
        for value in list(reach.reached.values()):
            if not computed_by(value, "where"):
                continue
            inputs = inputs_of(value)
            if len(inputs) != 3 or not reach.is_recorded(value):
                continue
            condition, *branches = inputs
            for branch in branches:
                culprit = _singular_inside(branch, condition, reach)
                if culprit is None or culprit.site is None or id(culprit.site) in reported:
                    continue
                source = tracked_source(reach, query, culprit)
                if source is None:
                    continue
                reported.add(id(culprit.site))
                yield problem(
                    "where-guarded-singularity",
                    culprit.site,
                    query,
                    path=reach.path(source, culprit),
                    culprit=culprit,
                    op=shown_op(culprit),
                    where=value,
                    is_first=branch is branches[0],
                )


def _singular_inside(branch: Value, condition: Value, reach: Reachability) -> Value | None:
    """Return the singular op in a branch whose singular point the condition keeps away."""
    guarded = _guarded(condition)
    for value in walk_back(branch, _differentiated_here, limits.MAX_PATTERN_VALUES):
        danger = singular_input(value, condition)
        cleaned = value.number in guarded and computed_by(condition, "tests_for_nan")
        if danger is not None and (
            cleaned or _same_or_from(danger, guarded) or _is_certain(reach, value)
        ):
            return value
    return None


def _is_certain(reach: Reachability, value: Value) -> bool:
    """True if an op certainly is at its singular point somewhere, whatever is chosen later."""
    if value.number not in reach.must_reach or not reach.is_recorded(value) or is_moved(value):
        return False
    return reaches_singularity(value, 1) is not None


def _differentiated(value: Value) -> list[Value]:
    """Return the inputs that a gradient reaches: not what is detached, nor an index."""
    cut = {edge.to.number for edge in value.edges if edge.label == "cut"}
    return [item for item in inputs_of(value) if item.number not in cut]


def _differentiated_here(value: Value) -> list[Value]:
    """Return the inputs that a gradient reaches, up to another `tf.where`."""
    return [] if computed_by(value, "where") else _differentiated(value)


def _guarded(condition: Value) -> set[int]:
    """Return the values that a condition compares."""

    def compared(value: Value) -> Iterable[Value]:
        inputs = inputs_of(value)
        if value.dtype == "bool" and len(inputs) == 2:
            left, right = inputs
            return [side for side, other in ((left, right), (right, left)) if _fixed(other)]
        is_test = value is condition or value.dtype == "bool"
        return inputs if is_test or _is_elementwise(value) else ()

    return {value.number for value in walk_back(condition, compared, limits.MAX_PATTERN_VALUES)}


def _fixed(value: Value) -> bool:
    """True for a bound; two values that are compared with each other guard neither."""
    if value.const is not None or value.dtype == "bool":
        return True
    return computed_by(value, "zeros") or bool(
        value.facts.get("constant") or states(value.name, "bound")
    )


def _is_elementwise(value: Value) -> bool:
    """True for a function of one value, element by element, such as `abs(x)` or `x ** 2`."""
    op = value.facts.get("op", "")
    entry = entry_of(value) if "." in op else None
    free = [v for v in value.facts.get("inputs") or () if v.const is None]
    simple = op in ("-", "**", "*") or (
        entry is not None and entry.facts.get("shape") == "elementwise"
    )
    return simple and len(free) == 1


def _same_or_from(value: Value, guarded: set[int]) -> bool:

    def terms_of(item: Value) -> list[Value]:
        if _is_kept_away(item):
            return []
        terms = [term for term in _differentiated(item) if term.const is None]
        # The condition is about `x`: then `x + y` is singular at another `x`.
        shifted = len(terms) > 1 and computed_by(item, "add", "subtract")
        return terms if not shifted or all(_same_or_from(t, guarded) for t in terms) else []

    return any(
        item.number in guarded and item.const is None and not _is_kept_away(item)
        for item in walk_back(value, terms_of, limits.MAX_PATTERN_VALUES)
    )


def _is_kept_away(value: Value) -> bool:
    """True if a guard or a margin keeps the value away from the singular point."""
    return computed_by(value, "guard") or _adds_margin(value)


def _adds_margin(value: Value) -> bool:
    """True for `x + 1e-8`, which keeps away from the singular point."""
    if not computed_by(value, "add"):
        return False
    inputs = inputs_of(value)
    return any(
        (isinstance(item.const, float) and item.const > 0)
        or (computed_by(item, "cast") and any(number > 0 for number in literal(item)))
        or states(item.name, "margin")
        or item.facts.get("opaque")  # code that was not analysed may return a margin
        for item in inputs
    )
