"""Methods, attributes and functions of libraries, by behaviour: reads `rules/methods.txt`."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge import op_table
from tflintgrad.knowledge.signatures import NO_PARAMETERS, Entry, Signature, read_entries


@cache
def _listed() -> tuple[Entry, ...]:
    return (*read_entries("queries.txt"), *read_entries("methods.txt"))


@cache
def entries() -> tuple[Entry, ...]:
    """Return all methods and attributes, those that issue a query included."""
    return tuple(entry for entry in _listed() if entry.receivers)


@cache
def functions() -> dict[str, dict[str, Signature]]:
    """Return the signatures of functions, by role and by dotted name."""
    found: dict[str, dict[str, Signature]] = {}
    for entry in _listed():
        if not entry.receivers and entry.signature is not None:
            found.setdefault(entry.behaviour, {})[entry.name] = entry.signature
    return found


@cache
def function_signature(role: str, name: str) -> Signature:
    """Return the signature of a function that has a role, under one of its names."""
    listed = functions().get(role)
    if not listed:
        return NO_PARAMETERS
    op = op_table.lookup(name)
    known = listed.get(name) or (listed.get(op.name) if op is not None else None)
    return known or next(iter(listed.values()))


@cache
def names_with(*behaviours: str) -> tuple[str, ...]:
    """Return the names of methods and attributes that have one of these behaviours."""
    return tuple(dict.fromkeys(e.name for e in entries() if e.behaviour in behaviours))


def keyword(behaviour: str, role: str) -> str:
    """Return the keyword under which methods with a behaviour get the argument with a role."""
    signatures = [e.signature for e in entries() if e.behaviour == behaviour]
    return next((s.keyword(role) for s in signatures if s is not None and s.keyword(role)), "")
