"""Infinities that a program writes down: `-np.inf` as the score of what a mask leaves out.

A sum with such a score is what it should be. A product is not: zero times infinity is NaN.
"""

from __future__ import annotations

import math
from typing import Final

from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.zeros import is_mask

_DEPTH: Final = 12


def is_infinite(value: Value) -> bool:
    """True if every number of a value is infinite."""
    numbers = literal(value)
    return bool(numbers) and all(math.isinf(number) for number in numbers)


def holds_infinity(value: Value, depth: int = _DEPTH) -> bool:
    """True if some numbers of a value are infinite by construction, and others are not."""
    inputs = inputs_of(value)
    if depth == 0 or not inputs or isinstance(value, (Phi, Sequence)):
        return False
    if computed_by(value, "where") and len(inputs) == 3:
        return any(is_infinite(item) or holds_infinity(item, depth - 1) for item in inputs[1:])
    if computed_by(value, "log"):
        # The logarithm of masked probabilities is singular itself.
        return is_mask(inputs[0]) and not computed_by(inputs[0], "multiply")
    if computed_by(value, "add", "subtract") and len(inputs) == 2:
        return any(holds_infinity(item, depth - 1) for item in inputs)
    if computed_by(value, "divide", "multiply") and len(inputs) == 2:
        scaled = [item for item in inputs if isinstance(item.const, (int, float))]
        free = [item for item in inputs if item not in scaled]
        return len(scaled) == 1 == len(free) and holds_infinity(free[0], depth - 1)
    if computed_by(value, "log_softmax", "cast", "reshape", "linear_activation"):
        return holds_infinity(inputs[0], depth - 1)
    return False


def vanishes_at_infinity(value: Value, depth: int = _DEPTH) -> bool:
    """True if a value is zero where what it was computed from is minus infinity."""
    inputs = inputs_of(value)
    if depth == 0 or not inputs:
        return False
    if computed_by(value, "exp", "softmax"):
        return holds_infinity(inputs[0])
    keeps = computed_by(value, "cast", "reshape", "detached")
    return keeps and vanishes_at_infinity(inputs[0], depth - 1)
