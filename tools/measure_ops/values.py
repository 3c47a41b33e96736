"""The vocabulary of inputs: what synthesised calls and recipes are built from.

A `Slot` marks a float input whose gradient is measured. Everything is drawn from fixed seeds, so
two runs see the same numbers, and no two entries of one slot are equal: ties would let a maximum
or a sort look broken.
"""
# ruff: noqa: N802 - single capital letters keep the recipes readable

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

_counter = itertools.count()


@dataclass(frozen=True)
class Slot:
    """A measured input; `make` draws its value from a seed."""

    make: Callable[[int], NDArray[Any]]
    order: int
    kind: str = "tensor"  # or variable
    exact: bool = False

    def __repr__(self) -> str:
        """Return the form for the measurements: `float(2, 3)`, or the exact numbers."""
        numbers = self.draw()
        if self.exact:
            return str(numbers.tolist())
        what = "complex" if np.iscomplexobj(numbers) else "float"
        what = "variable" if self.kind == "variable" else what
        return f"{what}({', '.join(map(str, numbers.shape))})"

    def draw(self, seed: int = 0) -> NDArray[Any]:
        return self.make(1000 * seed + self.order % 97)


def restart() -> None:
    """Number the slots of the next call from zero, whatever ran before."""
    global _counter
    _counter = itertools.count()


def _slot(make: Callable[[int], NDArray[Any]]) -> Slot:
    return Slot(make, next(_counter))


def _distinct(shape: tuple[int, ...], seed: int, low: float, high: float) -> NDArray[Any]:
    size = int(np.prod(shape)) if shape else 1
    random = np.random.RandomState(seed)
    steps = np.linspace(low, high, size + 2)[1:-1] if size > 1 else random.uniform(low, high, 1)
    jitter = random.uniform(-0.2, 0.2, size) * (high - low) / (size + 1)
    return random.permutation(steps + jitter).reshape(shape)


def F(*shape: int) -> Slot:
    """Return floats between 0.15 and 0.85: inside the domain of nearly everything."""
    return _slot(lambda seed: _distinct(shape, seed, 0.15, 0.85))


def P(*shape: int) -> Slot:
    """Return floats between 1.2 and 3.3, for acosh and the like."""
    return _slot(lambda seed: _distinct(shape, seed, 1.2, 3.3))


def N(*shape: int) -> Slot:
    """Return floats of both signs."""
    return _slot(lambda seed: _distinct(shape, seed, -1.7, 1.9))


def PROB(*shape: int) -> Slot:
    """Return rows that sum to one."""

    def make(seed: int) -> NDArray[Any]:
        raw = _distinct(shape, seed, 0.15, 0.85)
        return np.asarray(raw / raw.sum(-1, keepdims=True))

    return _slot(make)


def SPD(*shape: int) -> Slot:
    """Symmetric positive definite matrices with distinct eigenvalues."""

    def make(seed: int) -> NDArray[Any]:
        raw = _distinct(shape, seed, 0.1, 0.6)
        n = shape[-1]
        return np.asarray(raw + np.swapaxes(raw, -1, -2) + np.diag(np.arange(n) * 0.7 + n))

    return _slot(make)


def C(*shape: int) -> Slot:
    """Complex numbers; real and imaginary part are both measured."""
    return _slot(
        lambda seed: (
            _distinct(shape, seed, 0.15, 0.85) + 1j * _distinct(shape, seed + 50, 0.15, 0.85)
        )
    )


def VAR(*shape: int) -> Slot:
    """Return floats held by a tf.Variable."""
    return replace(F(*shape), kind="variable")


def AT(numbers: Any) -> Slot:
    """Exactly these numbers: a point that is suspected of something."""
    return replace(_slot(lambda seed: np.asarray(numbers, float)), exact=True)


def I(*shape: int) -> Any:  # noqa: E743
    """Small integers without ties, as a tensor."""
    import tensorflow as tf

    size = int(np.prod(shape)) if shape else 1
    values = np.random.RandomState(3).permutation(size) % 7
    return tf.constant(values.reshape(shape), tf.int32)


def B(*shape: int) -> Any:
    """Return a mixture of True and False, as a tensor."""
    import tensorflow as tf

    size = int(np.prod(shape)) if shape else 1
    return tf.constant(np.arange(size).reshape(shape) % 2 == 0)


def S(*shape: int) -> Any:
    """Return strings, as a tensor."""
    import tensorflow as tf

    size = int(np.prod(shape)) if shape else 1
    words = np.array(["12", "7.5", "3", "44", "0.5", "6"], dtype=object)
    return tf.constant(words[np.arange(size) % 6].reshape(shape))


def sparse(entries: Any) -> Any:
    """Return a 2 by 3 sparse tensor with these two values."""
    import tensorflow as tf

    return tf.SparseTensor([[0, 0], [1, 2]], entries, [2, 3])


def ragged(entries: Any) -> Any:
    """Return two rows, of one and of two of these three values."""
    import tensorflow as tf

    return tf.RaggedTensor.from_row_lengths(entries, [1, 2])


def namespace() -> dict[str, Any]:
    """Return the names that a recipe can use."""
    import keras
    import tensorflow as tf

    words: dict[str, Any] = {f.__name__: f for f in (F, P, N, PROB, SPD, C, VAR, AT, I, B, S)}
    for helper in (sparse, ragged):  # not what is measured, so nothing for AutoGraph to rewrite
        words[helper.__name__] = tf.autograph.experimental.do_not_convert(helper)
    return {**words, "tf": tf, "keras": keras, "np": np, "tnp": tf.experimental.numpy}
