"""A choice between callables, by which the results of several calls hang together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """The alternatives of an ambiguous callee, in the order of the φ-node's edges."""

    key: int
    """Identifies the choice: equal for all calls that it decides."""
    names: tuple[str, ...]
    own: tuple[bool, ...]
    """True for each that is a function of the project."""
