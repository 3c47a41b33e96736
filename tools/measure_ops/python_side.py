"""NumPy, math and statistics: what happens to a tensor that is given to their functions."""

from __future__ import annotations

import inspect
import math
import statistics
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import numpy as np

from tools.measure_ops.surface import Public, is_tooling

_ROOTS: tuple[tuple[str, Any], ...] = (
    ("np", np),
    ("np.fft", np.fft),
    ("np.linalg", np.linalg),
    ("np.random", np.random),
    ("math", math),
    ("statistics", statistics),
)


@cache
def python_functions() -> tuple[Public, ...]:
    """Return every public function once, with all its names (np.abs is np.absolute)."""
    named: dict[int, list[str]] = {}
    functions: dict[int, Any] = {}
    for name, function in _walk():
        named.setdefault(id(function), []).append(name)
        functions[id(function)] = function
    return tuple(
        Public(tuple(sorted(names, key=partial(_rank, functions[key]))), functions[key])
        for key, names in named.items()
    )


def _rank(function: Any, name: str) -> tuple[bool, int, str]:
    """Return a sort key that puts `__name__` first: np.concatenate before np.concat."""
    return name.rpartition(".")[2] != getattr(function, "__name__", ""), len(name), name


def _walk() -> Iterator[tuple[str, Any]]:
    for root, module in _ROOTS:
        # statistics has functions of other modules among its names
        for attribute in sorted(getattr(module, "__all__", dir(module))):
            value = getattr(module, attribute)
            name = f"{root}.{attribute}"
            public = not attribute.startswith("_") and callable(value)
            if public and not inspect.isclass(value) and not is_tooling(name):
                yield name, value
