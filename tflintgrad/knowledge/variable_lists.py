"""Attributes under which objects hold their variables: reads `rules/variable-lists.txt`.

The head of that file explains its format. It is read once, at the first lookup.
"""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.op_table import rules_file
from tflintgrad.knowledge.signatures import TableError

#: The kinds of lists.
LISTS = ("trainable", "non_trainable", "all", "all_with_seeds")
#: The kinds of single variables of Keras' own layers.
SINGLE = ("layer", "layer_zeros")
_KINDS = LISTS + SINGLE


@cache
def attributes(*kinds: str) -> tuple[str, ...]:
    """Return the attributes of some kinds, in the order of the file."""
    return tuple(name for name, kind in _table().items() if kind in kinds)


@cache
def kind_of(name: str) -> str:
    """Return the kind of an attribute; empty if it holds no variables."""
    return _table().get(name, "")


def is_trainable_list(name: str) -> bool:
    """True if the attribute lists trainable variables only."""
    return kind_of(name) == "trainable"


@cache
def _table() -> dict[str, str]:
    """Return the kind of every attribute."""
    found: dict[str, str] = {}
    lines = rules_file("variable-lists.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        kind, colon, names = line.partition(":")
        if not colon or kind not in _KINDS:
            raise TableError(f"rules/variable-lists.txt:{number}: unknown kind `{kind}`")
        for name in names.split():
            if name in found:
                raise TableError(f"rules/variable-lists.txt:{number}: `{name}` is listed twice")
            found[name] = kind
    return found
