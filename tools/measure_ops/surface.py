"""The public surface: every function a user can name, with all the names of one function folded."""

from __future__ import annotations

import fnmatch
import inspect
import re
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tools.measure_ops import datafiles


@dataclass(frozen=True)
class Public:
    """One function and every public name it has; the first is the canonical one."""

    names: tuple[str, ...]
    function: Callable[..., Any]

    @property
    def name(self) -> str:
        return self.names[0]


@cache
def public_functions() -> tuple[Public, ...]:
    """Return all public functions of TensorFlow and Keras, sorted by canonical name."""
    import keras
    import tensorflow as tf

    named: dict[int, list[str]] = {}
    functions: dict[int, Callable[..., Any]] = {}
    roots = (
        ("tf", tf),
        ("tf.experimental.numpy", tf.experimental.numpy),
        ("tf.keras", tf.keras),
        ("keras", keras),
    )
    for root, module in roots:
        for name, function in _walk(root, module):
            named.setdefault(id(function), []).append(name)
            functions[id(function)] = function
    found = [
        Public(tuple(sorted(set(names), key=_rank)), functions[key]) for key, names in named.items()
    ]
    return tuple(sorted(found, key=lambda public: public.name))


def _rank(name: str) -> tuple[int, int, int, str]:
    """Return a sort key for the usual name: tf.abs, then tf.math.abs, then tf.compat.v1.abs."""
    if name.startswith("tf.compat."):
        family = 4
    elif name.startswith(("tf.losses.", "tf.metrics.")):
        family = 3
    elif name.startswith("keras.backend."):
        family = 3  # Keras 2 has the whole backend there, Keras 3 only under tf.keras
    elif name.startswith("tf.keras."):
        family = 2
    elif name.startswith("tf.experimental.numpy."):
        family = 1
    else:
        family = 0
    return family, name.count("."), len(name), name


def _walk(root: str, module: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Breadth first, each module once: modules contain each other (tf.compat.v1.compat.v1 …)."""
    queue: list[tuple[str, Any]] = [(root, module)]
    seen = {id(module)}
    while queue:
        prefix, module = queue.pop(0)
        try:
            attributes = sorted(dir(module))
        except ImportError:  # a lazily loaded part that is not installed
            continue
        for attribute in attributes:
            name = f"{prefix}.{attribute}"
            if attribute.startswith("_") or is_tooling(name) or name == "tf.keras":
                continue
            try:
                value = getattr(module, attribute)
            except (ImportError, AttributeError):
                continue
            if isinstance(value, types.ModuleType):
                if _belongs(value) and id(value) not in seen:
                    seen.add(id(value))
                    queue.append((name, value))
            elif callable(value) and not inspect.isclass(value):
                yield name, value


def _belongs(module: types.ModuleType) -> bool:
    """True for modules of the public interface, not for implementation modules."""
    name = getattr(module, "__name__", "")
    if "._api." in name or f"{name}.".startswith("tensorflow.compat."):
        return True
    return name.startswith("keras.") and not name.startswith("keras.src")


def is_tooling(name: str) -> bool:
    """True for functions that do not compute with tensors; see tooling.txt."""
    name = "keras." + name[len("tf.keras.") :] if name.startswith("tf.keras.") else name
    return _tooling().match(name) is not None


@cache
def _tooling() -> re.Pattern[str]:
    """Compile the patterns with everything below them; the last two characters are the end."""
    patterns = (fnmatch.translate(p)[:-2] for p in datafiles.tooling())
    return re.compile("(?:" + "|".join(patterns) + r")(?:\.|\Z)")
