"""Cosines: scalar products of vectors of length one, which rounding makes exactly 1.

A bound of exactly -1 and 1 says the same of any scalar product: the program expects to meet it.
"""

from __future__ import annotations

from collections.abc import Iterable

from tflintgrad import limits
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.properties.ranges import inputs_of, unshaped


class Cosine:
    """The cosine of the angles between vectors; `with_itself`: every vector is one of both sets."""

    __slots__ = ("with_itself",)

    def __init__(self, with_itself: bool) -> None:
        self.with_itself = with_itself


def cosine_of(value: Value) -> Cosine | None:
    """Return the cosine that a value is, if it is one; `clip` to exactly -1 and 1 keeps it."""
    value, bounds = _unclipped(value)
    found = _of_unit_vectors(value)
    if found is None and bounds == {-1, 1} and _is_scalar_product(value, 0):
        return Cosine(with_itself=False)
    return found


def contains_similarity(value: Value) -> bool:
    """True if a value is made of scalar products with a vector of length one, such as `a·b / T`.

    The other vector often has length one as well where that cannot be seen: a queue.
    """

    def scaled(item: Value) -> Iterable[Value]:
        if isinstance(item, Sequence):
            return item.items
        keeps = computed_by(item, "concatenates", "divide", "multiply", "add", "subtract")
        return inputs_of(item) if keeps or unshaped(item) is not item else ()

    return any(
        pair is not None and any(_normalized(factor) is not None for factor in pair)
        for pair in map(_factors, walk_back(value, scaled, limits.MAX_CLOSE_VALUES))
    )


def _of_unit_vectors(value: Value) -> Cosine | None:
    """Return the cosine that a scalar product of vectors of length one is."""
    inputs = inputs_of(value)
    if computed_by(value, "divide") and len(inputs) == 2:
        return _divided_by_lengths(inputs[0], inputs[1])
    pair = _factors(value)
    if pair is None:
        return None
    one, other = (_normalized(factor) for factor in pair)
    if one is None or other is None:
        return None
    return Cosine(_is_of_all_pairs(value) and one is other)


def _unclipped(value: Value) -> tuple[Value, set[float]]:
    """Return the value behind bounds of exactly -1 and 1, and behind reshaping; and the bounds."""
    value = unshaped(value)
    found: set[float] = set()
    while computed_by(value, "bound"):
        inputs = inputs_of(value)
        bounds = [item.const for item in inputs[1:] if isinstance(item.const, (int, float))]
        if not bounds or len(bounds) < len(inputs) - 1 or not {-1, 1}.issuperset(bounds):
            break
        found.update(bounds)
        value = unshaped(inputs[0])
    return value, found


def _is_scalar_product(value: Value, depth: int) -> bool:
    """True for a scalar product or trace, also divided by lengths: `(trace(a @ b) - 1) / 2`."""
    value = unshaped(value)
    inputs = inputs_of(value)
    if depth >= limits.MAX_COMPARED_STEPS or not inputs:
        return False
    if _factors(value) is not None or (
        computed_by(value, "trace") and computed_by(unshaped(inputs[0]), "matmul")
    ):
        return True
    if computed_by(value, "divide") and len(inputs) == 2:
        return _is_scalar_product(inputs[0], depth + 1)
    if len(inputs) == 2 and computed_by(value, "add", "subtract", "multiply"):
        free = [item for item in inputs if item.const is None]
        return len(free) == 1 and _is_scalar_product(free[0], depth + 1)
    return False


def _factors(value: Value) -> tuple[Value, Value] | None:
    """Return the two factors of a scalar product."""
    inputs = inputs_of(value)
    if computed_by(value, "matmul") and len(inputs) >= 2:
        return inputs[0], inputs[1]
    if computed_by(value, "einsum") and len(inputs) == 2 and _summed_last(value):
        return inputs[0], inputs[1]
    if computed_by(value, "reduce_sum") and inputs and computed_by(inputs[0], "multiply"):
        product = inputs_of(inputs[0])
        return (product[0], product[1]) if len(product) == 2 else None
    return None


def _normalized(value: Value) -> Value | None:
    """Return the vectors that were brought to length one, if a value is such."""
    value = unshaped(value)
    inputs = inputs_of(value)
    if computed_by(value, "normalize") and inputs:
        return unshaped(inputs[0])
    if computed_by(value, "divide") and len(inputs) == 2:
        length = _length_of(inputs[1])
        return length if length is not None and length is unshaped(inputs[0]) else None
    return None


def _length_of(value: Value) -> Value | None:
    """Return the vectors whose length a value is."""
    value = unshaped(value)
    inputs = inputs_of(value)
    return unshaped(inputs[0]) if computed_by(value, "norm") and inputs else None


def _divided_by_lengths(product: Value, lengths: Value) -> Cosine | None:
    """Return the cosine `a·b / (|a| |b|)`."""
    pair = _factors(product)
    factors = inputs_of(lengths)
    if pair is None or not computed_by(lengths, "multiply") or len(factors) != 2:
        return None
    vectors = [unshaped(item) for item in pair]
    found = [_length_of(factor) for factor in factors]
    if None in found or {id(item) for item in found} != {id(item) for item in vectors}:
        return None
    return Cosine(_is_of_all_pairs(product) and vectors[0] is vectors[1])


def _is_of_all_pairs(product: Value) -> bool:
    """True if each vector of one set meets each of the other."""
    return computed_by(product, "matmul") or "," in _summed_last(product)


def _summed_last(value: Value) -> str:
    """Return the equation of an `einsum` that sums over the last axis of both factors.

    With a comma for all pairs of vectors, `"ik,jk->ij"`; without for one of each, `"ik,ik->i"`.
    """
    named = value.facts.get("given") or {}
    equation = str(named.get("equation", "")).strip("'\"").replace(" ", "")
    factors, _, result = equation.partition("->")
    one, _, other = factors.partition(",")
    if not one or one[-1] != other[-1:] or one[-1] in result:
        return ""
    if result == one[:-1] == other[:-1]:
        return result or "0"
    return f"{one},{other}" if result == one[:-1] + other[:-1] else ""
