"""Infinities that a program writes down: `-np.inf` as the score of what a mask leaves out.

A sum with such a score is what it should be. A product is not: zero times infinity is NaN.
"""

from __future__ import annotations

import math

from tflintgrad import limits
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.zeros import is_mask


def is_infinite(value: Value) -> bool:
    """True if every number of a value is infinite."""
    numbers = literal(value)
    return bool(numbers) and all(math.isinf(number) for number in numbers)


def holds_infinity(value: Value) -> bool:
    """True if some numbers of a value are infinite by construction, and others are not."""
    pending, seen = [value], set[int]()
    while pending and len(seen) < limits.MAX_PATTERN_VALUES:
        item = pending.pop()
        inputs = inputs_of(item)
        if item.number in seen or not inputs or isinstance(item, (Phi, Sequence)):
            continue
        seen.add(item.number)
        if computed_by(item, "where") and len(inputs) == 3:
            if any(is_infinite(choice) for choice in inputs[1:]):
                return True
            pending += inputs[1:]
        elif computed_by(item, "log"):
            # The logarithm of masked probabilities is singular itself.
            if is_mask(inputs[0]) and not computed_by(inputs[0], "multiply"):
                return True
        elif computed_by(item, "add", "subtract") and len(inputs) == 2:
            pending += inputs
        elif computed_by(item, "divide", "multiply") and len(inputs) == 2:
            free = [factor for factor in inputs if not isinstance(factor.const, (int, float))]
            pending += free if len(free) == 1 else ()
        elif computed_by(item, "log_softmax", "cast", "reshape", "linear_activation"):
            pending += inputs[:1]
    return False


def vanishes_at_infinity(value: Value, depth: int = 0) -> bool:
    """True if a value is zero where what it was computed from is minus infinity."""
    inputs = inputs_of(value)
    if depth >= limits.MAX_PATTERN_STEPS or not inputs:
        return False
    if computed_by(value, "exp", "softmax"):
        return holds_infinity(inputs[0])
    keeps = computed_by(value, "cast", "reshape", "detached")
    return keeps and vanishes_at_infinity(inputs[0], depth + 1)
