"""The public surface: every function a user can name, with all the names of one function folded."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

# Not a function of tensors, however it is called: tooling, files, processes, devices, test helpers.
SKIPPED_NAMESPACES = (
    "tf.__internal__",
    "tf.app",
    "tf.autodiff",
    "tf.autograph",
    "tf.compat.v1.app",
    "tf.compat.v1.autograph",
    "tf.compat.v1.config",
    "tf.compat.v1.data",
    "tf.compat.v1.distribute",
    "tf.compat.v1.distributions",
    "tf.compat.v1.errors",
    "tf.compat.v1.experimental",
    "tf.compat.v1.feature_column",
    "tf.compat.v1.graph_util",
    "tf.compat.v1.io",
    "tf.compat.v1.lite",
    "tf.compat.v1.metrics",
    "tf.compat.v1.mixed_precision",
    "tf.compat.v1.mlir",
    "tf.compat.v1.summary",
    "tf.compat.v1.train",
    "tf.compat.v1.types",
    "tf.compat.v1.user_ops",
    "tf.compat.v1.xla",
    "tf.data.experimental",
    "tf.feature_column",
    "tf.optimizers",
    "tf.train",
    "tf.types",
    "tf.xla",
    "tf.compat.v1.estimator",
    "tf.compat.v1.flags",
    "tf.compat.v1.gfile",
    "tf.compat.v1.compat",
    "tf.compat.v1.keras",
    "tf.compat.v1.logging",
    "tf.compat.v1.profiler",
    "tf.compat.v1.python_io",
    "tf.compat.v1.raw_ops",
    "tf.compat.v1.resource_loader",
    "tf.compat.v1.saved_model",
    "tf.compat.v1.sysconfig",
    "tf.compat.v1.test",
    "tf.compat.v1.tpu",
    "tf.compat.v2",
    "tf.config",
    "tf.distribute",
    "tf.estimator",
    "tf.experimental.dtensor",
    "tf.initializers",
    "tf.io.gfile",
    "tf.lite",
    "tf.mlir",
    "tf.profiler",
    "tf.raw_ops",
    "tf.saved_model",
    "tf.summary",
    "tf.sysconfig",
    "tf.test",
    "tf.tpu",
    "tf.tools",
    "keras.applications",
    "keras.constraints",
    "keras.dtype_policies",
    "keras.initializers",
    "keras.mixed_precision",
    "keras.models",
    "keras.optimizers",
    "keras.regularizers",
    "keras.visualization",
    "keras.config",
    "keras.datasets",
    "keras.distillation",
    "keras.distribution",
    "keras.export",
    "keras.legacy",
    "keras.preprocessing",
    "keras.saving",
    "keras.src",
    "keras.utils",
    "keras.wrappers",
)


@dataclass(frozen=True)
class Public:
    """One function and every public name it has; the first is the canonical one."""

    names: tuple[str, ...]
    function: Callable[..., Any]

    @property
    def name(self) -> str:
        return self.names[0]


def public_functions() -> list[Public]:
    """All public functions of TensorFlow and Keras, sorted by canonical name."""
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
    return sorted(found, key=lambda public: public.name)


def _rank(name: str) -> tuple[int, int, int, str]:
    """The name people write comes first: tf.abs before tf.math.abs before tf.compat.v1.abs."""
    if name.startswith("tf.compat."):
        family = 4
    elif name.startswith(("tf.losses.", "tf.metrics.")):
        family = 3
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
            if attribute.startswith("_") or _skipped(name) or name == "tf.keras":
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
    """Only the published interface, not the implementation modules that leak through it."""
    name = getattr(module, "__name__", "")
    return "._api." in name or (name.startswith("keras.") and not name.startswith("keras.src"))


def _skipped(name: str) -> bool:
    name = "keras." + name[len("tf.keras.") :] if name.startswith("tf.keras.") else name
    return any(name == skip or name.startswith(skip + ".") for skip in SKIPPED_NAMESPACES)
