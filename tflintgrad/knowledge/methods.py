"""Methods and attributes of library objects, by behaviour: reads `rules/methods.txt`."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.signatures import Entry, read_entries


@cache
def entries() -> tuple[Entry, ...]:
    """Return all methods and attributes, those that issue a query included."""
    listed = (*read_entries("queries.txt"), *read_entries("methods.txt"))
    return tuple(entry for entry in listed if entry.receivers)


@cache
def names_with(*behaviours: str) -> tuple[str, ...]:
    """Return the names of methods and attributes that have one of these behaviours."""
    return tuple(dict.fromkeys(e.name for e in entries() if e.behaviour in behaviours))


def keyword(behaviour: str, role: str) -> str:
    """Return the keyword under which methods with a behaviour get the argument with a role."""
    signatures = [e.signature for e in entries() if e.behaviour == behaviour]
    return next((s.keyword(role) for s in signatures if s is not None and s.keyword(role)), "")
