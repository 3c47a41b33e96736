"""Numbers that a value certainly holds, where the program spells them out."""

from __future__ import annotations

import math
import operator

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import External
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.knowledge.roles import is_a


def literal(value: Value, depth: int = limits.MAX_LITERAL_DEPTH) -> list[float]:
    """Return the numbers that a value certainly holds, or the first of many."""
    known = value.facts.get("literal")
    if known is None:
        if depth == 0:
            return []
        value.facts["literal"] = []  # a list can hold what was computed from it
        known = _literal(value, depth - 1)[: limits.MAX_LITERAL_NUMBERS]
        value.facts["literal"] = known
    return known


def _literal(value: Value, depth: int) -> list[float]:
    if isinstance(value.const, (int, float)) and value.kind is kinds.NUMBER:
        return [float(value.const)]
    if isinstance(value, External):
        return [math.inf] if is_a(value.name, "infinity") else []
    if isinstance(value, Variable) and value.initial is not None:
        return literal(value.initial, depth)
    if isinstance(value, Sequence):
        parts = [literal(item, depth) for item in value.items]
        exact = value.exact and all(parts)
        return [number for part in parts for number in part] if exact else []
    op = value.facts.get("op")
    inputs = inputs_of(value)
    if computed_by(value, "zeros"):
        return [0.0]
    if computed_by(value, "ones"):
        return [1.0]
    if op == "[]" and not any(edge.to.kind is kinds.STATE for edge in value.edges):
        return _literal_item(value, inputs, depth)
    if inputs and (value.facts.get("constant") or computed_by(value, "cast")):
        return literal(inputs[0], depth)
    if op == "-" and len(inputs) == 1:
        return [-number for number in literal(inputs[0], depth)]
    if inputs and computed_by(value, "fill") and not computed_by(value, "keeps_values"):
        return literal(inputs[-1], depth)
    if computed_by(value, "magnitude", "square") and len(inputs) == 1:
        return _literal_function(value, inputs[0], depth)
    if op in ("*", "+", "-") and len(inputs) == 2:
        return _literal_arithmetic(op, inputs[0], inputs[1], depth)
    return []


def _literal_function(value: Value, argument: Value, depth: int) -> list[float]:
    """Return absolute values or squares of numbers that the program did not assign to since."""
    if any(edge.to.kind is kinds.STATE for edge in value.edges):
        return []
    square = computed_by(value, "square")
    return [number * number if square else abs(number) for number in literal(argument, depth)]


def _literal_arithmetic(op: str, left: Value, right: Value, depth: int) -> list[float]:
    """Return the numbers of a sum, difference or product such as `tf.ones(n) * 0.5`."""
    first, second = literal(left, depth), literal(right, depth)
    if not first or not second or (len(first) > 1 and len(second) > 1):
        return []
    apply = {"*": operator.mul, "+": operator.add, "-": operator.sub}[op]
    return [apply(a, b) for a in first for b in second]


def _literal_item(value: Value, inputs: tuple[Value, ...], depth: int) -> list[float]:
    index = value.facts.get("index")
    holder = inputs[0] if inputs else None
    while holder is not None and holder.kind in (kinds.VARIABLE, kinds.TENSOR):
        initial = holder.initial if isinstance(holder, Variable) else None
        holder = initial or (holder.facts.get("inputs") or (None,))[0]
    if not isinstance(holder, Sequence) or not isinstance(index, int) or not holder.exact:
        return []
    if not -len(holder.items) <= index < len(holder.items):
        return []
    return literal(holder.items[index], depth)
