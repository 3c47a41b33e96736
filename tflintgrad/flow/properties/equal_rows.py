"""Equal rows: values whose rows are all the same, such as `tf.ones((8, 3)) @ w`."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Phi, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.identities import axes_of
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.knowledge.roles import is_a


def has_equal_rows(value: Value, depth: int = 0) -> bool:
    """True if all rows of a matrix certainly hold the same numbers."""
    rank = shape_of(value).rank
    if depth >= limits.MAX_PATTERN_STEPS or isinstance(value, Phi) or rank is None or rank < 2:
        return False
    if computed_by(value, "ones", "zeros"):
        return True
    inputs = inputs_of(value)
    if not inputs:
        return False
    layer = value.facts.get("layer")
    if layer is not None:
        plain = is_a(layer.name, "dense_layer", "activation_layer") and not layer.parts
        return plain and has_equal_rows(inputs[0], depth + 1)
    if computed_by(value, "matmul"):
        return has_equal_rows(inputs[0], depth + 1) and "transpose_a" not in _options(value)
    entry = entry_of(value)
    if entry is None or entry.fact("shape") != "elementwise" or entry.fact("random"):
        return False
    # A vector is added to every row.
    return all(
        item.scalar or shape_of(item).rank in (0, 1) or has_equal_rows(item, depth + 1)
        for item in inputs
    )


def _options(value: Value) -> dict[str, Value]:
    passed = value.facts.get("passed")
    return {} if passed is None else passed.keywords


def takes_equal_rows(reduction: Value, value: Value) -> bool:
    """True if a reduction goes over rows that are all the same."""
    return axes_of(reduction) == (0,) and has_equal_rows(value)
