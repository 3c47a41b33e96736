"""Gradients that are NaN or infinite at ordinary inputs (rules 6xx)."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.singular_inputs import (
    may_be_one,
    power_base,
    singular_input,
    singular_points_of,
    takes,
    undefined_reason,
    zero_here,
)
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import may_find, walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.identities import takes_one_element
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.rows import takes_equal_rows
from tflintgrad.flow.properties.zeros import (
    ELEMENT,
    ON_DIAGONAL,
    is_mask,
    keeps_diagonal,
    reduced_part,
)
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.op_entry import Op
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


def _singular_inside(branch: Value, condition: Value, reach: Reachability) -> Value | None:
    """Return the singular op in a branch whose singular point the condition keeps away."""
    guarded = _guarded(condition)
    pending, seen = [branch], set[int]()
    while pending and len(seen) < limits.MAX_PATTERN_VALUES:
        value = pending.pop()
        if value.number in seen:
            continue
        seen.add(value.number)
        danger = singular_input(value, condition)
        cleaned = value.number in guarded and computed_by(condition, "tests_for_nan")
        if danger is not None and (
            cleaned or _same_or_from(danger, guarded) or _is_certain(reach, value)
        ):
            return value
        if computed_by(value, "where"):
            continue
        pending.extend(_differentiated(value))
    return None


def _is_certain(reach: Reachability, value: Value) -> bool:
    """True if an op certainly is at its singular point somewhere, whatever is chosen later."""
    if value.number not in reach.must_reach or not reach.is_recorded(value) or _moved(value):
        return False
    return reaches_singularity(value, 1) is not None


def _differentiated(value: Value) -> list[Value]:
    """Return the inputs that a gradient reaches: not what is detached, nor an index."""
    cut = {edge.to.number for edge in value.edges if edge.label == "cut"}
    return [item for item in inputs_of(value) if item.number not in cut]


def _guarded(condition: Value) -> set[int]:
    """Return the values that a condition compares."""
    found: set[int] = set()
    pending = [condition]
    while pending and len(found) < limits.MAX_PATTERN_VALUES:
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
    pending, seen = [value], set[int]()
    while pending and len(seen) < limits.MAX_PATTERN_VALUES:
        item = pending.pop()
        if item.number in seen:
            continue
        seen.add(item.number)
        if computed_by(item, "guard") or _adds_margin(item):
            continue
        if item.number in guarded and item.const is None:
            return True
        terms = [term for term in _differentiated(item) if term.const is None]
        # The condition is about `x`: then `x + y` is singular at another `x`.
        shifted = len(terms) > 1 and computed_by(item, "add", "subtract")
        if not shifted or all(_same_or_from(term, guarded) for term in terms):
            pending.extend(terms)
    return False


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


@check
def singular_points(context: CheckContext) -> Iterator[Problem]:
    """Report singular ops at a point that the program certainly reaches."""
    reported: set[int] = set()
    for query in context.graph.queries:
        reach = context.reach(query)
        order = 2 if any(isinstance(v, Gradients) for v in reach.must_reach.values()) else 1
        for value in list(reach.must_reach.values()):
            reason = reaches_singularity(value, order)
            if reason is None or value.site is None:
                continue
            if id(value.site) in reported:
                continue
            if not reach.is_recorded(value) or is_masked(reach, value, reason):
                continue
            if _moved(value) or _cancelled(reach, value, reason):
                continue
            source = tracked_source(reach, query, value)
            if source is None:
                continue
            reported.add(id(value.site))
            yield problem(
                "singular-point",
                value.site,
                query,
                path=reach.path(source, value),
                culprit=value,
                op=shown_op(value),
                reason=reason,
            )


def _moved(value: Value) -> bool:
    """True if a variable was assigned to before this op read it."""
    return any(edge.to.kind is kinds.STATE for edge in value.edges)


def reaches_singularity(value: Value, order: int) -> str | None:
    """Return why some argument certainly is at a singular point, if it is."""
    entry = entry_of(value)
    if entry is None:
        return None
    if (undefined := undefined_reason(value)) is not None:
        return undefined
    named: dict[str, Value] = value.facts.get("arguments") or {}
    if len(set(map(id, named.values()))) < len(named):
        return None
    if computed_by(value, "atan2"):
        reasons = [zero_here(item, ELEMENT) for item in inputs_of(value)[:2]]
        return reasons[0] if reasons and reasons.count(reasons[0]) == len(reasons) == 2 else None
    part = ELEMENT if entry.facts.get("shape") == "elementwise" else reduced_part(value)
    for argument, singular in _singular_arguments(value, entry, order):
        is_spread = entry.facts.get("shape") == "reduce" and len(singular) > 1
        if part > ELEMENT and not is_spread and len(singular) > 1 and may_be_one(argument):
            continue  # equal elements make a matrix singular, but not a single one
        reason = takes(argument, singular, part)
        if reason:
            return reason
        if is_spread and takes_one_element(value, argument):
            return "it takes the spread of one element"
        if is_spread and takes_equal_rows(value, argument):
            return "all rows are equal"
    return None


def _singular_arguments(value: Value, entry: Op, order: int) -> Iterator[tuple[Value, list[float]]]:
    """Yield the inputs with points at which the derivative is not finite, and those points."""
    if computed_by(value, "power"):
        base = power_base(value)
        if base is None:  # a call without arguments
            return
        exponent = inputs_of(value)[-1].const
        if isinstance(exponent, (int, float)) and exponent < 1 + (order > 1):
            yield base, [0.0]
        return
    named: dict[str, Value] = value.facts.get("arguments") or {}
    for name, points in singular_points_of(entry, value.facts.get("given") or {}).items():
        if name in named:
            yield named[name], points


def _cancelled(reach: Reachability, value: Value, reason: str) -> bool:
    """True if a later step multiplies the infinite slope by zero, or does not use that element."""
    entry = entry_of(value)
    if computed_by(value, "atan2") or (entry is not None and entry.facts.get("masked") == "nan"):
        return False
    if not _dropped_behind(reach, value):
        return False
    return reason not in ON_DIAGONAL or all(
        _dropped_behind(reach, product) for product in _of_equal_pairs(reach, value)
    )


def _of_equal_pairs(reach: Reachability, value: Value) -> list[Value]:
    """Return the products `same * value` with a mask that is 1 where a row meets itself."""
    products: list[Value] = []
    for item in reach.must_reach.values():
        inputs = inputs_of(item)
        if len(inputs) == 2 and computed_by(item, "multiply"):
            pairs = (inputs, inputs[::-1])
            if any(one is value and keeps_diagonal(other) for one, other in pairs):
                products.append(item)
    return products


def _dropped_behind(reach: Reachability, value: Value) -> bool:
    """True if the shortest way to the target drops an element that is zero."""
    shifted = False
    before = value
    for step in reach._shortest(reach.query.target, {value.number})[1:]:
        if before.scalar and before is not value:
            return False  # a sum of all elements, of which this is one
        if _drops(step, before, shifted):
            return True
        shifted = shifted or computed_by(step, "add", "subtract", "reduce_sum", "reduce_mean")
        before = step
    return False


def _drops(step: Value, before: Value, shifted: bool) -> bool:
    """True if a step may give an element that is zero no upstream gradient."""
    inputs = inputs_of(step)
    if computed_by(step, "selects") or (
        step.facts.get("op") == "[]" and not step.facts.get("only_reshapes")
    ):
        return True
    if computed_by(step, "relu", "maximum", "minimum", "clip"):
        return not _is_margin(before)
    others = [item for item in inputs if item is not before]
    fixed = any(item.const is not None for item in inputs)
    if computed_by(step, "multiply") and not fixed:
        return not shifted or not others or any(_may_mask(item) for item in others)
    if shifted:
        return False
    if computed_by(step, "square") or (computed_by(step, "divide") and not fixed):
        return not _is_numerator(step, before)
    if computed_by(step, "power"):
        exponent = inputs[1].const if len(inputs) == 2 else None
        return not isinstance(exponent, (int, float)) or exponent > 1
    return computed_by(step, "divide_no_nan")


def _is_numerator(quotient: Value, value: Value) -> bool:
    """True if a value is divided by something that is not computed from it."""
    inputs = inputs_of(quotient)
    if not computed_by(quotient, "divide") or len(inputs) != 2 or inputs[0] is not value:
        return False
    return not may_find(inputs[1], (value,))


def _is_margin(value: Value) -> bool:
    """True for `margin - x`, which is positive where x is zero."""
    inputs = inputs_of(value)
    if not computed_by(value, "subtract") or len(inputs) != 2:
        return False
    margin = inputs[0].const
    return isinstance(margin, (int, float)) and margin > 0


def _may_mask(value: Value) -> bool:
    """True if a factor may be zero where it should: a mask, or data of which nothing is known."""
    return is_mask(value) or value.kind is not kinds.VARIABLE
