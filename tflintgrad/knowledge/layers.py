"""What Keras' own layers keep in variables: reads `rules/layers.txt`."""

from __future__ import annotations

from functools import lru_cache

from tflintgrad.knowledge.op_table import rules_file
from tflintgrad.knowledge.roles import is_a


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[str]]:
    lines = rules_file("layers.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: frozenset(kept) for name, *kept in rows}


def keeps(name: str, what: str) -> bool:
    """Does the layer `name` (`keras.layers.Dense`) keep "weights", "statistics" or a "seed"?"""
    return what in _table().get(name.rpartition(".")[2], ())


def has_weights(name: str) -> bool:
    """Can a gradient be asked for its weights? What is no layer of Keras' own always can."""
    return not is_a(name, "layer") or keeps(name, "weights")
