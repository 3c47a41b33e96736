"""The state of a gradient: missing, zero, not finite, or fine.

The worker's `arrays` is separate, because the worker needs every number and makes slices dense.
"""

from __future__ import annotations

import sys
from typing import Any

_NESTED = (list, tuple, dict)


def has_none(result: Any, tf: Any) -> bool:
    """True if a query's result holds None; cheap for a tensor or a list of tensors."""
    if result is None:
        return True
    if type(result) is list:
        for leaf in result:
            # Not `in`, which compares: comparing tensors is an op.
            if leaf is None or (isinstance(leaf, _NESTED) and has_none(leaf, tf)):
                return True
        return False
    if isinstance(result, _NESTED):
        return any(leaf is None for leaf in tf.nest.flatten(result))
    return False


def parts(leaf: Any, tf: Any) -> list[Any]:
    """Return the tensors of a gradient with numbers: of IndexedSlices only the values, say."""
    tensors = [leaf] if isinstance(leaf, tf.Tensor) else tf.nest.flatten(leaf, True)
    return [
        tensor
        for tensor in tensors
        if hasattr(tensor, "dtype") and (tensor.dtype.is_floating or tensor.dtype.is_complex)
    ]


def state(tensors: list[Any]) -> str:
    """Return the state of one source's eager gradient: "bad" if not finite, "zero", or "".

    NumPy looks at the numbers, because another tape could record an op.
    """
    np: Any = sys.modules["numpy"]
    arrays = [np.asarray(tensor.numpy()) for tensor in tensors]
    if not all(np.isfinite(array).all() for array in arrays):
        return "bad"
    return "" if any((array != 0).any() for array in arrays) else "zero"


def state_of_sum(total: float) -> str:
    """Return the state of a gradient whose absolute values add up to `total`."""
    if total != total or total in (float("inf"), float("-inf")):
        return "bad"
    return "" if total else "zero"


def may_be_offset(gradient: Any) -> bool:
    """True for the gradient of a vector or number, such as a bias."""
    rank = getattr(getattr(gradient, "shape", None), "rank", None)
    return rank is not None and rank < 2


def without_offsets(states: list[str], offsets: list[bool]) -> list[str]:
    """Return the states with zeros of offsets taken for healthy beside a healthy gradient.

    A bias before a normalisation, a softmax or a difference cancels: its gradient is zero by
    mathematics, and the weights beside it show that the loss is connected.
    """
    if all(state in ("zero", "bad") for state in states):
        return states
    pairs = zip(states, offsets, strict=True)
    return ["" if state == "zero" and offset else state for state, offset in pairs]
