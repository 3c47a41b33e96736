"""Zeros by construction: why a value certainly is exactly 0 somewhere.

Only zeros count at which an infinite slope becomes NaN on its way to the source: `relu` and masks
multiply the gradient by zero. `tf.maximum`, `tf.where`, `tf.pad` choose instead, so that nothing
is multiplied there.
"""

from __future__ import annotations

from typing import Final

from tflintgrad import limits
from tflintgrad.flow.domain.provenance import computed_by, constant_option
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.activations import activation_of
from tflintgrad.flow.properties.literals import literal
from tflintgrad.flow.properties.masked_rows import has_row_of
from tflintgrad.flow.properties.ranges import inputs_of, range_of, unshaped
from tflintgrad.knowledge.keras_layers import has_variables
from tflintgrad.knowledge.roles import is_a

#: How much of a value has to be zero: an element, a row (the last axis), or all of it.
ELEMENT: Final = 0
ROW: Final = 1
ALL: Final = 2


_MASK: Final = "a mask makes it zero"
_DIFFERENCE: Final = "the difference of every row with itself is zero"
_DISTANCE: Final = "the distance of every row from itself is zero"
#: Reasons for zeros where a row meets itself: on the diagonal of all pairs.
ON_DIAGONAL: Final = frozenset((_DIFFERENCE, _DISTANCE))


def reduced_part(value: Value) -> int:
    """Return how much a reduction such as `tf.norm(x, axis=-1)` takes together."""
    axis = constant_option(value, "axis")
    return ROW if axis is not None and axis.lstrip("-").isdigit() and axis != "0" else ALL


def zero_reason(value: Value, part: int, depth: int = 0) -> str | None:
    """Return why some part of the value is exactly zero."""
    if depth >= limits.MAX_PATTERN_STEPS or isinstance(value, Phi):
        return None
    reasons = value.facts.setdefault("zero_reasons", {})
    if part not in reasons:
        reasons[part] = _zero_reason(value, part, depth)
    return reasons[part]


def _zero_reason(value: Value, part: int, depth: int) -> str | None:
    predicted = value.facts.get("predicted")
    if predicted is not None:
        return zero_reason(predicted, part, depth + 1)
    bounds = range_of(value)
    if bounds is not None and (bounds.low > 0 or bounds.high < 0):
        return None
    inputs = inputs_of(value)
    if part == ELEMENT and _is_relu(value):
        return "a ReLU returns zeros"
    if len(inputs) == 2:
        found = _of_two(value, inputs[0], inputs[1], part, depth)
        if found is not None:
            return found
    if not inputs:
        return None
    if computed_by(value, "reduce_sum", "reduce_mean"):
        is_positive = computed_by(
            inputs[0], "square", "power", "magnitude", "squared_difference"
        ) or _is_own_product(inputs[0])
        summed = max(part, reduced_part(value))
        found = zero_reason(inputs[0], summed, depth + 1)
        return found if is_positive or found == _MASK else None
    if _keeps_zero(value) or (value.facts.get("op") == "-" and len(inputs) == 1):
        return zero_reason(inputs[0], part, depth + 1)
    if computed_by(value, "bound") and not computed_by(value, "minimum"):
        # At a tie with the bound, the gradient passes.
        tie = len(inputs) > 1 and inputs[1].const == 0
        return zero_reason(inputs[0], part, depth + 1) if tie else None
    return None


def _of_two(value: Value, left: Value, right: Value, part: int, depth: int) -> str | None:
    """Return why a product, quotient, sum or difference is zero somewhere."""
    if computed_by(value, "multiply"):
        for factor in (left, right):
            if is_mask(factor) and (part == ELEMENT or (part == ROW and _leaves_out_a_row(factor))):
                return _MASK
            if factor.const is None and (found := zero_reason(factor, part, depth + 1)):
                return found
        return None
    if computed_by(value, "divide"):
        if is_mask(left) and part == ELEMENT:
            return _MASK
        return zero_reason(left, part, depth + 1)
    if computed_by(value, "subtract", "squared_difference"):
        if part < ALL and unshaped(left) is unshaped(right) and left is not right:
            return _DIFFERENCE
        if same_computation(left, right):
            return "both sides are the same computation"
    if computed_by(value, "add", "subtract"):
        if part == ELEMENT and _is_expanded_distance(value):
            return _DISTANCE
        for term, other in ((left, right), (right, left)):
            if _is_zero_everywhere(other) and (found := zero_reason(term, part, depth + 1)):
                return found
    return None


def _leaves_out_a_row(mask: Value) -> bool:
    """True for a mask that is certainly zero along the last axis somewhere."""
    return _covers_rows(mask) or has_row_of(mask, truth=False)


def _is_zero_everywhere(value: Value) -> bool:
    """True for `tf.zeros(n)` and its products, which change nothing in a sum."""
    bounds = range_of(value)
    return bounds is not None and bounds.low == bounds.high == 0


def _is_own_product(value: Value) -> bool:
    """True for a square that is written as `x * x`."""
    inputs = inputs_of(value)
    return computed_by(value, "multiply") and len(inputs) == 2 and inputs[0] is inputs[1]


def _is_relu(value: Value) -> bool:
    layer = value.facts.get("layer")
    if layer is None:
        return computed_by(value, "relu")
    if value.facts.get("template") is not None:
        return False
    return is_a(activation_of(layer) or "", "relu") and not layer.arguments.unpacked


def _keeps_zero(value: Value) -> bool:
    """True if the value is zero where its first input is: shapes, squares, absolute values."""
    if computed_by(value, "power"):
        exponent = inputs_of(value)[-1].const
        return isinstance(exponent, (int, float)) and exponent > 0
    if value.facts.get("op") == "[]":
        return bool(value.facts.get("only_reshapes"))
    return computed_by(value, "square", "magnitude", "cast", "reshape", "convert")


def is_mask(value: Value) -> bool:
    """True for zeros and ones that choose: a cast comparison, `one_hot`, `1 - mask`, literals."""
    behind = walk_back(value, _masks_behind, limits.MAX_PATTERN_VALUES)
    return any(_is_plain_mask(item) for item in behind if not _masks_behind(item))


def _masks_behind(value: Value) -> tuple[Value, ...]:
    """Return the values that make a mask of this one if they are masks."""
    inputs = inputs_of(value)
    if computed_by(value, "cast", "reshape") or value.facts.get("only_reshapes"):
        return inputs[:1]
    if computed_by(value, "subtract") and len(inputs) == 2:
        return inputs[1:] if inputs[0].const == 1 else ()
    return inputs if computed_by(value, "multiply") and len(inputs) == 2 else ()


def _is_plain_mask(value: Value) -> bool:
    """True for a comparison, `one_hot`, a triangle of ones, or a literal of zeros and ones."""
    inputs = inputs_of(value)
    if computed_by(value, "zeros_and_ones") or (value.dtype == "bool" and inputs):
        return True
    if computed_by(value, "triangle"):
        return bool(inputs) and computed_by(inputs[0], "ones", "array_of_ones")
    numbers = literal(value) if value.facts.get("constant") else []
    return 0.0 in numbers and set(numbers) <= {0.0, 1.0} and len(set(numbers)) > 1


def keeps_diagonal(value: Value) -> bool:
    """True for a mask of equal pairs, `labels[:, None] == labels[None, :]`: a row equals itself."""
    while computed_by(value, "cast") or value.facts.get("constant"):
        inputs = inputs_of(value)
        if not inputs:
            return False
        value = inputs[0]
    sides = inputs_of(value)
    if not computed_by(value, "equal") or len(sides) != 2 or sides[0] is sides[1]:
        return False
    return unshaped(sides[0]) is unshaped(sides[1])


def _covers_rows(mask: Value) -> bool:
    """True if a mask has one number per row: `mask[:, None]`."""
    while computed_by(mask, "cast"):
        mask = inputs_of(mask)[0]
    return computed_by(mask, "adds_axis") or bool(mask.facts.get("only_reshapes"))


def same_computation(left: Value, right: Value, depth: int = 0) -> bool:
    """True for the same layer or op, applied to the same inputs."""
    if left is right:
        return True
    op, layer = left.facts.get("op"), left.facts.get("layer")
    if depth >= limits.MAX_COMPARED_STEPS or op is None or right.facts.get("op") != op:
        return False
    if right.facts.get("layer") is not layer or left.facts.get("index") != right.facts.get("index"):
        return False
    if _is_random(left):
        return False
    pairs = list(zip(inputs_of(left), inputs_of(right), strict=False))
    if not pairs or len(inputs_of(left)) != len(inputs_of(right)) or op == "[]":
        return False
    return all(same_computation(a, b, depth + 1) or _equal(a, b) for a, b in pairs)


def _is_random(value: Value) -> bool:
    """True for an op or layer that computes something else each time."""
    layer, entry = value.facts.get("layer"), entry_of(value)
    if layer is not None and (has_variables(layer.name, "seed") or not is_a(layer.name, "layer")):
        return True
    return entry is not None and "random" in entry.facts


def _equal(left: Value, right: Value) -> bool:
    return left.const is not None and left.const == right.const


# --- |a|² - 2ab + |b|² ------------------------------------------------------------------


def _is_expanded_distance(value: Value) -> bool:
    """True for squared distances of rows among themselves, written as |a|² - 2ab + |b|²."""
    terms: list[tuple[float, Value]] = []
    if not _collect(value, 1.0, terms, 0) or len(terms) != 3:
        return False
    products = [(factor, term) for factor, term in terms if computed_by(term, "matmul")]
    norms = [(factor, term) for factor, term in terms if not computed_by(term, "matmul")]
    if len(products) != 1 or len(norms) != 2:
        return False
    (doubled, product), ((one, first), (other, second)) = products[0], norms
    rows = {id(unshaped(item)) for item in inputs_of(product)[:2]}
    if len(rows) != 1 or one != other or doubled != -2 * one:
        return False
    first_base, second_base = unshaped(first), unshaped(second)
    if not (first_base is second_base or same_computation(first_base, second_base)):
        return False
    return _is_squared_norm(first_base, product)


def _is_squared_norm(value: Value, product: Value) -> bool:
    """True for the diagonal of the product, or the sum of squares of its rows."""
    inputs = inputs_of(value)
    if not inputs:
        return False
    if computed_by(value, "diagonal"):
        return inputs[0] is product or same_computation(inputs[0], product)
    if not computed_by(value, "reduce_sum"):
        return False
    squared = inputs_of(inputs[0])
    is_square = computed_by(inputs[0], "square", "power") or _is_own_product(inputs[0])
    return is_square and unshaped(squared[0]) is unshaped(inputs_of(product)[0])


def _collect(value: Value, factor: float, terms: list[tuple[float, Value]], depth: int) -> bool:
    """Split a sum into its terms with their constant factors; False if it is too deep."""
    if depth >= limits.MAX_PATTERN_STEPS:
        return False
    inputs = inputs_of(value)
    if len(inputs) == 2 and computed_by(value, "add", "subtract"):
        sign = -1.0 if computed_by(value, "subtract") else 1.0
        return _collect(inputs[0], factor, terms, depth + 1) and _collect(
            inputs[1], sign * factor, terms, depth + 1
        )
    if len(inputs) == 2 and computed_by(value, "multiply"):
        for one, other in (inputs, inputs[::-1]):
            if isinstance(one.const, (int, float)):
                return _collect(other, factor * one.const, terms, depth + 1)
    terms.append((factor, value))
    return True
