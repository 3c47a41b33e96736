"""Numbers: elementwise functions of the program, evaluated by plain Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.knowledge.roles import is_a

#: The step of the central difference: of the third root of the precision.
_STEP: Final = 1e-5

_UNARY: Final[Mapping[str, Callable[[float], float]]] = {
    "square": lambda x: x * x,
    "exp": math.exp,
    "exponential_minus_one": math.expm1,
    "log": math.log,
    "log1p": math.log1p,
    "sine": math.sin,
    "cosine": math.cos,
    "hyperbolic_tangent": math.tanh,
    "sigmoid": lambda x: 1.0 / (1.0 + math.exp(-x)),
    "softplus": lambda x: math.log1p(math.exp(-abs(x))) + max(x, 0.0),
    "swish": lambda x: x / (1.0 + math.exp(-x)),
    "root": math.sqrt,
    "inverse_root": lambda x: 1.0 / math.sqrt(x),
    "inverse": lambda x: 1.0 / x,
    "error_function": math.erf,
    "magnitude": abs,
    "relu": lambda x: max(x, 0.0),
    "negative": lambda x: -x,
    "same_number": lambda x: x,
}
_BINARY: Final[Mapping[str, Callable[[float, float], float]]] = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y,
    "power": lambda x, y: float(x**y),
    "maximum": max,
    "minimum": min,
}
_MINUS: Final = "-"


def number_of(value: Value, known: Mapping[int, float], depth: int = 0) -> float | None:
    """Return a value as a number, if it is a function of known ones; None if it is not."""
    if value.number in known:
        return known[value.number]
    if isinstance(value.const, (int, float)):
        return float(value.const)
    inputs = inputs_of(value)
    if depth >= limits.MAX_PROPERTY_STEPS or not 0 < len(inputs) <= 2 or value.dtype == "int":
        return None
    numbers = [number_of(item, known, depth + 1) for item in inputs]
    given = [number for number in numbers if number is not None]
    function = _function(value, len(inputs))
    if function is None or len(given) < len(inputs):
        return None
    try:
        found = function(*given)
    except (ArithmeticError, ValueError, TypeError):
        return None  # outside the domain
    return found if math.isfinite(found) else None


def _function(value: Value, count: int) -> Callable[..., float] | None:
    op = value.facts.get("op")
    if count == 2 or op is None:
        return next((f for role, f in _BINARY.items() if computed_by(value, role)), None)
    if op == _MINUS:
        return _UNARY["negative"]
    if _has_options(value):
        return None
    for role in ("exponential_minus_one", "softplus", "swish", "root", "inverse_root", "inverse"):
        if is_a(op, role):
            return _UNARY[role]
    for role in ("error_function", "negative", "same_number"):
        if is_a(op, role):
            return _UNARY[role]
    return next((f for role, f in _UNARY.items() if is_a(op, role)), None)


def _has_options(value: Value) -> bool:
    """True if a call gets more than its operand, such as a slope."""
    passed = value.facts.get("passed")
    return passed is not None and (len(passed.all()) > 1 or bool(passed.unpacked))


def slope_of(value: Value, source: Value, at: float) -> float | None:
    """Return the derivative of a value with respect to a number, by a central difference."""
    around = [number_of(value, {source.number: at + step}) for step in (-_STEP, _STEP)]
    below, above = around
    return None if below is None or above is None else (above - below) / (2 * _STEP)
