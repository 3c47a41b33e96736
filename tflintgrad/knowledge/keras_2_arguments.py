"""Arguments that only Keras 2 accepts: reads `rules/keras-2.txt`.

The head of that file explains its format. It is read once, at the first lookup.
"""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.op_table import rules_file


@cache
def keras_2_arguments(role: str) -> frozenset[str]:
    """Return the keywords that the constructors of a role have in Keras 2 only."""
    return _table().get(role, frozenset())


@cache
def _table() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in rules_file("keras-2.txt").read_text(encoding="utf-8").splitlines():
        role, colon, names = line.partition(":")
        if colon and not line.startswith("#"):
            found[role] = frozenset(names.split())
    return found
