"""Canonical names of what a file imports: `tf.`, `keras.`, `np.`, whatever the alias."""

from __future__ import annotations

from functools import cache

#: What only somebody who wants a gradient calls.
QUERIES = frozenset({"batch_jacobian", "gradient", "gradients", "jacobian", "minimize"})

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
)


@cache
def canonical_module(dotted: str) -> str:
    """The name under which the rest of the package knows an imported module."""
    for prefix, short in _CANONICAL:
        if dotted == prefix or dotted.startswith(prefix + "."):
            return short + dotted[len(prefix) :]
    return dotted


@cache
def canonical(dotted: str) -> str:
    """Fold the several spellings of one public name (`tf.keras.x`, `keras.x`) into one."""
    for prefix, short in _RENAMED:
        if dotted == prefix or dotted.startswith(prefix + "."):
            return short + dotted[len(prefix) :]
    return dotted
