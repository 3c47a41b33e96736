"""Questions about how a value was computed."""

from __future__ import annotations

from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.roles import is_a


def computed_by(value: Value, *roles: str) -> bool:
    """True if an op or operator of one of these roles computed the value."""
    op = value.facts.get("op")
    return op is not None and is_a(op, *roles)
