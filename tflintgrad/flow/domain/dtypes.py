"""Dtypes of Python values and of NumPy arrays."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.values import Dtype, Phi, Sequence, Value, alternatives
from tflintgrad.knowledge.roles import is_a


def literal_dtype(value: Value, depth: int = 0) -> Dtype | None:
    """Return the dtype that TensorFlow and NumPy infer from a Python value, array or tensor."""
    if depth >= limits.MAX_NESTED_LISTS:  # a list may contain itself
        return None
    if isinstance(value, Phi):
        dtypes = {literal_dtype(item, depth + 1) for item in alternatives(value)}
        return dtypes.pop() if len(dtypes) == 1 else None
    if isinstance(value, Sequence):
        dtypes = {literal_dtype(item, depth + 1) for item in value.items}
        if value.rest is not None or not value.items or None in dtypes:
            return None
        if dtypes == {"int", "float"}:
            return "float"
        return dtypes.pop() if len(dtypes) == 1 else None
    return value.dtype


def array_dtype(name: str, arguments: Arguments) -> Dtype | None:
    """Return the dtype of an array that a NumPy function makes, if no argument states it."""
    if is_a(name, "integer_array"):
        return "int"
    if is_a(name, "float_array"):
        return "float"
    if is_a(name, "collects", "same_dtype_array") and arguments.positional:
        return literal_dtype(arguments.positional[0])
    return None
