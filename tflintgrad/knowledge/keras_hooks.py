"""Methods of a program's own classes that Keras calls: reads `rules/keras-hooks.txt`."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.signatures import Entry, Signature, read_entries


@cache
def entries() -> tuple[Entry, ...]:
    """Return all hooks."""
    return tuple(read_entries("keras-hooks.txt"))


@cache
def hooks(*behaviours: str) -> tuple[str, ...]:
    """Return the names of the hooks that have one of these behaviours."""
    return tuple(entry.name for entry in entries() if entry.behaviour in behaviours)


def hook(behaviour: str) -> str:
    """Return the name of the only hook that has a behaviour."""
    (name,) = hooks(behaviour)
    return name


@cache
def hook_signature(behaviour: str) -> Signature:
    """Return how Keras calls the hook that has a behaviour."""
    (signature,) = [entry.signature for entry in entries() if entry.behaviour == behaviour]
    assert signature is not None
    return signature
