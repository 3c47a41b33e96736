"""Canonical names of imported modules and functions: `tf.`, `keras.`, `np.` for every alias."""

from __future__ import annotations

from functools import cache

# Longest prefixes first: the first one that fits wins.
_CANONICAL = (
    ("tensorflow.compat.v2.keras", "keras"),
    ("tensorflow.compat.v1.keras", "keras"),
    ("tensorflow.python.keras", "keras"),
    ("tensorflow.experimental.numpy", "tf.experimental.numpy"),
    ("tensorflow.compat.v2", "tf"),
    ("tensorflow.keras", "keras"),
    ("tensorflow_probability", "tfp"),
    ("tensorflow", "tf"),
    ("tf_keras", "keras"),
    ("keras.src", "keras"),
    ("numpy", "np"),
)

_RENAMED = (
    ("tf.compat.v1.keras", "keras"),
    ("tf.compat.v2", "tf"),
    ("tf.keras", "keras"),
    ("tf.losses", "keras.losses"),
    ("tf.metrics", "keras.metrics"),
    ("tf.optimizers", "keras.optimizers"),
    ("tf.initializers", "keras.initializers"),
)


@cache
def canonical_module(dotted: str) -> str:
    """Return the canonical name of an imported module: `tensorflow.keras` is `keras`."""
    for prefix, short in _CANONICAL:
        if dotted == prefix or dotted.startswith(prefix + "."):
            return short + dotted[len(prefix) :]
    return dotted


def loss_by_string(name: str) -> str:
    """Return the canonical name of the loss that a string names, as in `compile(loss="mse")`."""
    return f"keras.losses.{name}"


@cache
def canonical(dotted: str) -> str:
    """Fold the several spellings of one public name (`tf.keras.x`, `keras.x`) into one."""
    for prefix, short in _RENAMED:
        if dotted == prefix or dotted.startswith(prefix + "."):
            return short + dotted[len(prefix) :]
    return dotted
