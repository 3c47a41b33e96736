"""The numbers of tensors as NumPy arrays; nothing here executes an op."""

from __future__ import annotations

from typing import Any

import numpy as np


def direction(seed: int, position: int, shape: tuple[int, ...]) -> Any:
    """Return the direction in which a source is moved; a single number is moved along itself."""
    if np.prod(shape, dtype=int) == 1:
        return np.ones(shape)
    return np.random.Generator(np.random.PCG64([seed, position])).standard_normal(shape)


def weights(seed: int, shape: tuple[int, ...]) -> Any:
    """Return the weights of a Jacobian's outputs."""
    return direction(seed, 1_000_003, shape)


def scale_of(array: Any) -> float:
    """Return the root mean square of an array; 1 if that is zero or not finite."""
    if array.size == 0:
        return 1.0
    size = float(np.sqrt(np.mean(np.square(np.abs(np.asarray(array, dtype="complex128"))))))
    return size if 0.0 < size < np.inf else 1.0


def dense(leaf: Any) -> Any | None:
    """Return a gradient as an array; None if it has no numbers (yet)."""
    if hasattr(leaf, "indices") and hasattr(leaf, "dense_shape"):
        return _from_slices(leaf)
    if not hasattr(leaf, "numpy"):
        return None
    try:
        return np.asarray(leaf.numpy())
    except (AttributeError, NotImplementedError, TypeError):
        return None


def _from_slices(slices: Any) -> Any | None:
    if not hasattr(slices.values, "numpy"):
        return None
    values, indices = slices.values.numpy(), slices.indices.numpy()
    if slices.dense_shape is None:
        return values
    array = np.zeros(slices.dense_shape.numpy(), values.dtype)
    np.add.at(array, indices, values)
    return array


def wide(array: Any) -> Any:
    """Return the array in double precision, so that differences of sums keep their digits."""
    array = np.asarray(array)
    return array.astype("complex128" if array.dtype.kind == "c" else "float64")


def first_numbers(array: Any, many: int) -> tuple[list[float], list[float]]:
    """Return the real parts of the first `many` numbers, and the imaginary ones if complex."""
    flat = wide(array).reshape(-1)[:many]
    return flat.real.tolist(), flat.imag.tolist() if flat.dtype.kind == "c" else []


def product(gradient: Any, along: Any) -> float:
    """Return the slope along a direction according to a gradient."""
    return float(np.real(np.sum(np.conj(wide(gradient)) * along)))


def weighted_rows(jacobian: Any, by: Any) -> Any:
    """Return the gradient of the weighted sum of all outputs, from a Jacobian."""
    return np.tensordot(by, jacobian, axes=by.ndim)


def weighted_batches(jacobian: Any, by: Any, shape: tuple[int, ...]) -> Any:
    """Return the gradient of the weighted sum of all outputs, from a Jacobian per example."""
    batch = shape[0]
    inner = int(np.prod(shape[1:], dtype=int))
    rows = np.reshape(jacobian, (batch, -1, inner))
    return np.reshape(np.einsum("bt,bts->bs", np.reshape(by, (batch, -1)), rows), shape)


def weighted(target: Any, by: Any) -> float:
    """Return the real part of the weighted sum of a target."""
    return float(np.real(np.sum(wide(target) * by)))
