"""Singular ops behind a `tf.where`: it hides the value, and NaN comes back with the gradient."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.constant_values import inputs_of, literal
from tflintgrad.checks.singularities import (
    power_base,
    shown_op,
    singular_points_of,
    tracked_source,
)
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.reachability import Reachability

_BOUND = re.compile(
    r"(?<![a-z])(eps|epsilon|tol|tolerance|thresh(old)?|limit|zeros?|cutoff|min|max)(?![a-z])",
    re.IGNORECASE,
)


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
                )


def _singular_inside(branch: Value, condition: Value, reach: Reachability) -> Value | None:
    """Return the singular op in a branch whose singular point the condition keeps away."""
    guarded = _guarded(condition)
    pending = [branch]
    seen: set[int] = set()
    while pending and len(seen) < 60:
        value = pending.pop()
        if value.number in seen:
            continue
        seen.add(value.number)
        danger = _singular_input(value, condition)
        cleaned = value.number in guarded and computed_by(condition, "tests_for_nan")
        if danger is not None and (cleaned or _same_or_from(danger, guarded)):
            return value
        if computed_by(value, "where"):
            continue
        pending.extend(_differentiated(value))
    return None


def _differentiated(value: Value) -> list[Value]:
    """Return the inputs that a gradient reaches: not what is detached, nor an index."""
    cut = {edge.to.number for edge in value.edges if edge.label == "cut"}
    return [item for item in inputs_of(value) if item.number not in cut]


def _guarded(condition: Value) -> set[int]:
    """Return the values that a condition compares."""
    found: set[int] = set()
    pending = [condition]
    while pending and len(found) < 40:
        value = pending.pop()
        if value.number in found:
            continue
        found.add(value.number)
        inputs = inputs_of(value)
        if value.dtype == "bool" and len(inputs) == 2:
            left, right = inputs
            pending.extend(side for side, other in ((left, right), (right, left)) if _fixed(other))
        elif value is condition or value.dtype == "bool" or _is_elementwise(value):
            pending.extend(inputs)
    return found


def _fixed(value: Value) -> bool:
    """True for a bound; two values that are compared with each other guard neither."""
    if value.const is not None or value.dtype == "bool":
        return True
    return computed_by(value, "zeros") or bool(
        value.facts.get("constant") or _BOUND.search(value.name)
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
    pending = [value]
    seen: set[int] = set()
    while pending and len(seen) < 30:
        item = pending.pop()
        if item.number in seen:
            continue
        seen.add(item.number)
        if computed_by(item, "guard") or _adds_margin(item):
            continue
        if item.number in guarded and item.const is None:
            return True
        pending.extend(_differentiated(item))
    return False


def _adds_margin(value: Value) -> bool:
    """True for `x + 1e-8`, which keeps away from the singular point."""
    if not computed_by(value, "add"):
        return False
    inputs = inputs_of(value)
    return any(
        (isinstance(item.const, float) and item.const > 0)
        or (computed_by(item, "cast") and any(number > 0 for number in literal(item)))
        or "eps" in item.name.lower()
        or item.facts.get("opaque")  # code that was not analysed may return a margin
        for item in inputs
    )


def _singular_input(value: Value, condition: Value | None = None) -> Value | None:
    """Return the input at whose singular point this op's masked gradient is NaN."""
    entry = entry_of(value)
    if entry is None:
        return None
    given = value.facts.get("given") or {}
    masked = entry.fact("masked", given)
    if masked != "nan" and not (value.context.jit and masked == "ok"):
        return None
    named: dict[str, Value] = value.facts.get("arguments") or {}
    if computed_by(value, "power"):
        return power_base(value)
    for name, points in singular_points_of(entry, given).items():
        argument = named.get(name)
        if argument is not None and argument.const is None and points:
            return argument
    overflow = named.get(entry.fact("overflow", given))
    if overflow is None or condition is None:
        return None
    large = _limits(condition) or any(number > 80 for number in literal(overflow))
    return overflow if large else None


def _limits(condition: Value) -> bool:
    """True for a condition such as `x > 30`, which guards against overflow."""
    inputs = condition.facts.get("inputs") or ()
    return any(isinstance(v.const, (int, float)) and abs(v.const) >= 10 for v in inputs)
