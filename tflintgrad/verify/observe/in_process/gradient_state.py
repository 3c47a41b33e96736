"""What a gradient consists of, and whether its numbers are any good."""

from __future__ import annotations

import sys
from typing import Any

_NESTED = (list, tuple, dict)


def has_none(result: Any, tf: Any) -> bool:
    """Cheap for what is usual: a list of tensors, or one."""
    if result is None:
        return True
    if type(result) is list:
        for leaf in result:
            # Not `in`: that compares, and comparing tensors is an op.
            if leaf is None or (isinstance(leaf, _NESTED) and has_none(leaf, tf)):
                return True
        return False
    if isinstance(result, _NESTED):
        return any(leaf is None for leaf in tf.nest.flatten(result))
    return False


def parts(leaf: Any, tf: Any) -> list[Any]:
    """The tensors with numbers: the values of IndexedSlices or of a RaggedTensor, not the rest."""
    tensors = [leaf] if isinstance(leaf, tf.Tensor) else tf.nest.flatten(leaf, True)
    return [
        tensor
        for tensor in tensors
        if hasattr(tensor, "dtype") and (tensor.dtype.is_floating or tensor.dtype.is_complex)
    ]


def state(tensors: list[Any]) -> str:
    """Of one source, eagerly; NumPy looks, because an op could be recorded by another tape."""
    np: Any = sys.modules["numpy"]
    arrays = [np.asarray(tensor.numpy()) for tensor in tensors]
    if not all(np.isfinite(array).all() for array in arrays):
        return "bad"
    return "" if any((array != 0).any() for array in arrays) else "zero"


def state_of_sum(total: float) -> str:
    if total != total or total in (float("inf"), float("-inf")):
        return "bad"
    return "" if total else "zero"


def name_of(source: Any, tf: Any) -> str:
    """Variables have names that mean something; tensors have not."""
    if isinstance(source, tf.Tensor):
        return ""
    try:
        name = str(getattr(source, "path", None) or source.name)
    except Exception:
        return ""
    return name.split(":")[0]


def device_of(leaves: list[Any], sources: list[Any]) -> str:
    for thing in [*leaves, *sources]:
        try:
            if thing is not None and thing.device:
                return str(thing.device)
        except Exception:
            continue
    return ""
