"""Singular ops at a point that the program reaches: the gradient is NaN or infinite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.constant_values import inputs_of, literal
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.reachability import Reachability
from tflintgrad.knowledge.op_entry import Op
from tflintgrad.knowledge.roles import is_a


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
    """Return the op as the program names it."""
    return str(value.facts.get("called") or value.facts.get("op"))


def _is_masked(reach: Reachability, value: Value) -> bool:
    """True if a `tf.where` decides whether this value counts."""
    return any(
        computed_by(item, "where") and value in _near(item) for item in reach.may_reach.values()
    )


def _near(where: Value) -> list[Value]:
    found: list[Value] = []
    pending = list(where.facts.get("inputs") or ())
    while pending and len(found) < 60:
        value = pending.pop()
        if value not in found:
            found.append(value)
            pending.extend(value.facts.get("inputs") or ())
    return found


def power_base(power: Value) -> Value | None:
    """Return the base of a power that is singular at zero, if its exponent makes it so."""
    inputs = inputs_of(power)
    if len(inputs) != 2:
        return None
    base, exponent = inputs
    if not isinstance(exponent.const, (int, float)):
        return None
    fractional = isinstance(exponent.const, float) and not exponent.const.is_integer()
    singular = exponent.const < 0 or fractional
    return base if singular else None


def singular_points_of(entry: Op, given: Mapping[str, str]) -> dict[str, list[float]]:
    """Return the singular points by argument: for `x:0/-1,y:0`, {"x": [0.0, -1.0], "y": [0.0]}."""
    found: dict[str, list[float]] = {}
    for part in entry.fact("singular", given).split(","):
        name, _, points = part.partition(":")
        if points:
            found[name] = [float(point) for point in points.split("/")]
    return found


@check
def singular_points(context: CheckContext) -> Iterator[Problem]:
    """Report singular ops at a point that the program certainly reaches."""
    reported: set[int] = set()
    for query in context.graph.queries:
        reach = context.reach(query)
        for value in list(reach.must_reach.values()):
            underflows = _is_log_of_softmax(value)
            reason = None if underflows else _reaches_singularity(value)
            if (reason is None and not underflows) or value.site is None:
                continue
            if id(value.site) in reported:
                continue
            if not reach.is_recorded(value) or _is_masked(reach, value):
                continue
            if not underflows and (_moved(value) or _cancelled(reach, value)):
                continue
            source = tracked_source(reach, query, value)
            if source is None:
                continue
            reported.add(id(value.site))
            yield problem(
                "log-of-softmax" if underflows else "singular-point",
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


def _is_log_of_softmax(value: Value) -> bool:
    named: dict[str, Value] = value.facts.get("arguments") or {}
    return computed_by(value, "log") and entry_of(value) is not None and _is_softmax(named.get("x"))


def _reaches_singularity(value: Value) -> str | None:
    """Return why some argument certainly is at a singular point, if it is."""
    entry = entry_of(value)
    if entry is None:
        return None
    named: dict[str, Value] = value.facts.get("arguments") or {}
    if len(set(map(id, named.values()))) < len(named):
        return None
    whole = entry.facts.get("shape") != "elementwise"
    for argument, singular in _singular_arguments(value, entry):
        reason = _takes(argument, singular, whole)
        if reason:
            return reason
    return None


def _singular_arguments(value: Value, entry: Op) -> Iterator[tuple[Value, list[float]]]:
    """Yield the inputs with points at which the derivative is not finite, and those points."""
    if computed_by(value, "power"):
        base = power_base(value)
        if base is not None:
            yield base, [0.0]
        return
    named: dict[str, Value] = value.facts.get("arguments") or {}
    for name, points in singular_points_of(entry, value.facts.get("given") or {}).items():
        if name in named:
            yield named[name], points


def _is_softmax(value: Value | None) -> bool:
    if value is None:
        return False
    layer = value.facts.get("layer")
    return computed_by(value, "softmax") or (layer is not None and is_a(layer.name, "softmax"))


def _takes(value: Value, points: list[float], whole: bool) -> str | None:
    """Return why the value certainly is at one of the points (`whole`: all of it), if it is."""
    numbers = literal(value)
    if numbers:
        hits = [number in points for number in numbers]
        equal = len(set(numbers)) == 1
        if (
            whole
            and equal
            and len(numbers) < limits.MAX_LITERAL_NUMBERS
            and (all(hits) or len(points) > 1)
        ):
            return f"{shown(value)} is {numbers[0]:g} everywhere"
        if not whole and any(hits):
            return f"{shown(value)} is {numbers[hits.index(True)]:g}"
    inputs = inputs_of(value)
    if 0.0 in points and not whole and computed_by(value, "relu"):
        return "a ReLU returns zeros"
    if 0.0 in points and computed_by(value, "subtract") and len(inputs) == 2:
        left, right = _unshaped(inputs[0]), _unshaped(inputs[1])
        if left is right and inputs[0] is not inputs[1]:
            return "the difference of every row with itself is zero"
        if _same_computation(inputs[0], inputs[1]):
            return "both sides are the same computation"
    if 0.0 in points and computed_by(value, "reduce_sum") and inputs:
        return _sum_of_squares_takes_zero(inputs[0])
    return None


def _same_computation(left: Value, right: Value, depth: int = 6) -> bool:
    """True for the same layer or op, applied to the same inputs."""
    if left is right:
        return True
    op, layer = left.facts.get("op"), left.facts.get("layer")
    if depth == 0 or op is None or right.facts.get("op") != op:
        return False
    if right.facts.get("layer") is not layer or left.facts.get("index") != right.facts.get("index"):
        return False
    pairs = list(zip(inputs_of(left), inputs_of(right), strict=False))
    if not pairs or len(inputs_of(left)) != len(inputs_of(right)) or op == "[]":
        return False
    return all(_same_computation(a, b, depth - 1) or _equal(a, b) for a, b in pairs)


def _equal(left: Value, right: Value) -> bool:
    return left.const is not None and left.const == right.const


def _sum_of_squares_takes_zero(value: Value) -> str | None:
    inputs = inputs_of(value)
    if not inputs or not computed_by(value, "square", "power"):
        return None
    return _takes(inputs[0], [0.0], whole=True)


def _cancelled(reach: Reachability, value: Value) -> bool:
    """True if a square on the path multiplies the infinite slope by zero."""
    entry = entry_of(value)
    if entry is not None and entry.facts.get("masked") == "nan":
        return False
    for step in reach._shortest(reach.query.target, {value.number})[1:]:
        inputs = inputs_of(step)
        if computed_by(step, "add", "subtract"):
            return False
        if computed_by(step, "square"):
            return True
        fixed = any(v.const is not None for v in inputs)
        if computed_by(step, "multiply", "divide") and not fixed:
            return True
        if computed_by(step, "power"):
            exponent = inputs[1].const if len(inputs) == 2 else None
            if not isinstance(exponent, (int, float)) or exponent > 1:
                return True
    return False


def _unshaped(value: Value) -> Value:
    """Return the value behind indexing and reshaping."""
    while computed_by(value, "reshape") or (
        value.facts.get("op") == "[]" and value.facts.get("only_reshapes")
    ):
        inputs = inputs_of(value)
        if not inputs:
            break
        value = inputs[0]
    return value
