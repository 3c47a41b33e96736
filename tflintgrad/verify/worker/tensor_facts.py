"""Facts about TensorFlow's objects that only the worker records."""

from __future__ import annotations

from typing import Any


def keras_value(source: Any) -> Any:
    """Return the `tf.Variable` inside a Keras variable; any other object as it is."""
    inner = getattr(source, "_value", None)
    return inner if inner is not None and hasattr(inner, "handle") else source


def dtype_name(thing: Any) -> str:
    """Return the name of a tensor's dtype."""
    dtype = getattr(thing, "dtype", None)
    return str(getattr(dtype, "name", dtype))


def shape_of(thing: Any) -> list[int] | None:
    """Return a tensor's shape, with -1 for unknown sizes; None if the rank is unknown."""
    shape = getattr(thing, "shape", None)
    if shape is None or getattr(shape, "rank", 0) is None:
        return None
    return [int(size) if size is not None else -1 for size in shape]
