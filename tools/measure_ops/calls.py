"""One concrete call whose float inputs can be redrawn, nudged and watched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.measure_ops.synthesise import parameters, slots_in
from tools.measure_ops.values import Slot

Arrays = dict[int, list[NDArray[Any]]]
SEED = 11


@dataclass(frozen=True)
class Call:
    """A function with arguments, some of which are or contain slots."""

    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    dtype: str = "float32"
    converted: Callable[..., Any] | None = None  # the function as AutoGraph would rewrite it
    seed: int = SEED

    def inputs(self) -> dict[str, list[Slot]]:
        """Return the slots by argument name."""
        found = {name: slots_in(value) for name, value in self.arguments.items()}
        return {name: slots for name, slots in found.items() if slots}

    def arrays(self, seed: int = 0) -> Arrays:
        """Real arrays for every slot: one, or two (real and imaginary part) when it is complex."""
        drawn: Arrays = {}
        for slots in self.inputs().values():
            for slot in slots:
                array = slot.draw(seed)
                parts = [array.real, array.imag] if np.iscomplexobj(array) else [array]
                drawn[slot.order] = [np.asarray(part, self.dtype) for part in parts]
        return drawn

    def sources(self, arrays: Arrays) -> dict[int, list[Any]]:
        """Return the inputs that a tape can watch."""
        import tensorflow as tf

        kinds = {slot.order: slot.kind for slots in self.inputs().values() for slot in slots}
        make = {"tensor": tf.constant, "variable": tf.Variable}
        return {
            order: [make[kinds[order]](part) for part in parts] for order, parts in arrays.items()
        }

    def run(self, sources: Mapping[int, list[Any]], traced: bool = False) -> Any:
        """Call the function, always from the same random state."""
        import tensorflow as tf

        tf.random.set_seed(self.seed)
        np.random.seed(self.seed)
        keywords = {name: _fill(value, sources) for name, value in self.arguments.items()}
        first = [keywords.pop(name) for name in _positional_only(self.function, keywords)]
        positional = (*first, *keywords.pop("*", ()))
        function = self.converted if traced and self.converted else self.function
        return function(*positional, **keywords)

    def __repr__(self) -> str:
        """Return the arguments as in a program: `x=float(3), axis=0`."""
        positional = [repr(value) for value in self.arguments.get("*", ())]
        keywords = [f"{n}={_shown(v)}" for n, v in self.arguments.items() if n != "*"]
        return ", ".join([*positional, *keywords])

    def with_shape(self, shape: tuple[int, ...]) -> Call:
        """Return the call with another shape for every slot."""
        arguments = {name: _reshaped(value, shape) for name, value in self.arguments.items()}
        return replace(self, arguments=arguments)


def _positional_only(function: Callable[..., Any], given: Mapping[str, Any]) -> list[str]:
    only = (p.name for p in parameters(function) if p.kind is p.POSITIONAL_ONLY)
    return [name for name in only if name in given]


def _fill(value: Any, sources: Mapping[int, list[Any]]) -> Any:
    import tensorflow as tf

    if isinstance(value, Slot):
        parts = sources[value.order]
        return tf.complex(*parts) if len(parts) == 2 else parts[0]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value
    if isinstance(value, (list, tuple)):
        return type(value)(_fill(item, sources) for item in value)
    if isinstance(value, dict):
        return {key: _fill(item, sources) for key, item in value.items()}
    return value


def _shown(value: Any) -> str:
    import tensorflow as tf

    if isinstance(value, tf.Tensor):
        shape = ", ".join(map(str, value.shape))
        return f"{kind_of(value)}({shape})"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if callable(value):
        return "…"  # a function; its text is not here
    text = repr(value)
    return text if len(text) < 60 and "\n" not in text and " at 0x" not in text else "…"


def _reshaped(value: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(value, Slot):
        size = int(np.prod(shape)) if shape else 1

        def make(seed: int) -> NDArray[Any]:
            apart = 0.01 * np.arange(size).reshape(shape)  # keep entries distinct
            return np.asarray(np.resize(value.make(seed), size).reshape(shape) + apart)

        return replace(value, make=make)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(_reshaped(item, shape) for item in value)
    return value


def leaves(result: Any) -> list[Any]:
    """Return the parts of a result, composite tensors (sparse, ragged) opened."""
    import tensorflow as tf

    try:
        return list(tf.nest.flatten(result, expand_composites=True))
    except (TypeError, ValueError):
        return [result]


def numbers_in(result: Any) -> list[Any]:
    """Return the float and complex parts as tensors; NumPy and Python parts only if alone."""
    import tensorflow as tf

    parts = leaves(result)
    inside = [part for part in parts if kind_of(part) in ("float", "complex")]
    if inside:
        return inside
    outside = [np.asarray(part) for part in parts if kind_of(part) in ("ndarray", "number")]
    return [tf.constant(array) for array in outside if array.dtype.kind in "fc"]


def kind_of(leaf: Any) -> str:
    """float, complex, int, bool, string, ndarray, number, none, object."""
    import tensorflow as tf

    if leaf is None or isinstance(leaf, tf.Operation):
        return "none"
    if isinstance(leaf, (tf.Tensor, tf.Variable)) or type(leaf).__name__ == "Variable":
        dtype = tf.as_dtype(leaf.dtype)
        if dtype.is_floating:
            return "float"
        if dtype.is_complex:
            return "complex"
        if dtype.is_bool:
            return "bool"
        if dtype == tf.string:
            return "string"
        return "int" if dtype.is_integer or dtype.is_quantized else "object"
    if isinstance(leaf, np.ndarray):
        return "ndarray"
    if isinstance(leaf, (np.generic, int, float, complex)):
        return "number"
    return "str" if isinstance(leaf, (str, bytes)) else "object"


def target(parts: list[Any]) -> Any:
    """Return a number that depends differently on every entry of the float and complex parts."""
    import tensorflow as tf

    total = None
    for position, part in enumerate(parts):
        for piece in (
            (tf.math.real(part), tf.math.imag(part)) if kind_of(part) == "complex" else (part,)
        ):
            piece = tf.convert_to_tensor(piece)
            flat = tf.reshape(piece, [-1])
            count = tf.cast(tf.size(flat), piece.dtype)
            weights = 1.0 + tf.cos(
                tf.range(0, count, dtype=piece.dtype) * tf.cast(1.7, piece.dtype)
                + tf.cast(position, piece.dtype)
            ) / tf.cast(2.0, piece.dtype)
            # a reduction of float16 would overflow; the gradient passes a float cast unchanged
            term = tf.reduce_sum(tf.cast(flat * weights, tf.float64))
            total = term if total is None else total + term
    return total
