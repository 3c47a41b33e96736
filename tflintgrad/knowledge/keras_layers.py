"""Kinds of variables that Keras' own layers have: reads `rules/keras-layers.txt`."""

from __future__ import annotations

from functools import lru_cache

from tflintgrad.knowledge.op_table import rules_file
from tflintgrad.knowledge.roles import is_a


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[str]]:
    lines = rules_file("keras-layers.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: frozenset(kinds) for name, *kinds in rows}


def has_variables(name: str, kind: str) -> bool:
    """True if the Keras layer `name` has variables of a kind: weights, statistics or seed."""
    return kind in _table().get(name.rpartition(".")[2], ())


def has_weights(name: str) -> bool:
    """True if the layer has trainable weights; assumed for layers that are not Keras' own."""
    return not is_a(name, "layer") or has_variables(name, "weights")
