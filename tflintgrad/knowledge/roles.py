"""Roles of callables, such as "optimizer" or "stop_gradient": reads `rules/roles.txt`.

The head of that file explains its format. It is read once, at the first lookup.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from tflintgrad.knowledge import op_table

# A function of TensorFlow 1 has the role of today's function of that name.
_TENSORFLOW_1 = "tf.compat.v1."


@cache
def roles_of(name: str) -> tuple[str, ...]:
    """Return the roles of a canonical name, those of its family last; most names have none."""
    own = _own(name)
    return own + tuple(role for role in _of_family(name) if role not in own)


def is_a(name: str, *roles: str) -> bool:
    """True if the callable has one of these roles."""
    known = _KNOWN.get(name)
    if known is None:
        known = _KNOWN[name] = roles_of(name)
    if known:  # written out: this is asked millions of times, and most names have no role
        for role in roles:
            if role in known:
                return True
    return False


#: The roles of all names that were looked up.
_KNOWN: Final[dict[str, tuple[str, ...]]] = {}


def is_listed(name: str) -> bool:
    """True if the table has this very name, not only its family."""
    return bool(_own(name))


@cache
def names_of(role: str) -> tuple[str, ...]:
    """Return the names that the file lists for a role, in its order."""
    return tuple(name for name, roles in _table().items() if role in roles)


def _own(name: str) -> tuple[str, ...]:
    table = _table()
    if name in table or "." not in name:
        return table.get(name, ())
    op = op_table.lookup(name)
    if op is not None and op.name in table:
        return table[op.name]
    if not name.startswith(_TENSORFLOW_1):
        return ()
    return roles_of("tf." + name[len(_TENSORFLOW_1) :])


def _of_family(name: str) -> tuple[str, ...]:
    table = _table()
    prefix = name
    while (dot := prefix.rfind(".")) > 0:
        prefix = prefix[:dot]
        if f"{prefix}.*" in table:
            return table[f"{prefix}.*"]
    return ()


@cache
def _table() -> dict[str, tuple[str, ...]]:
    """Return the roles of every listed name and family."""
    found: dict[str, tuple[str, ...]] = {}
    for role, name in listed():
        name = name.removesuffix("?")
        found[name] = (*found.get(name, ()), role)
    return found


def listed() -> Iterator[tuple[str, str]]:
    """Yield role and name of every item of the file, in its order."""
    role = ""
    for line in op_table.rules_file("roles.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line[:1].strip():
            role, _, line = line.partition(":")
        for name in line.split():
            yield role, name
