"""Questions about how a value was computed."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.function_options import option_names
from tflintgrad.knowledge.roles import is_a


def computed_by(value: Value, *roles: str) -> bool:
    """True if an op or operator of one of these roles computed the value."""
    op = value.facts.get("op")
    return op is not None and is_a(op, *roles)


def option_of(value: Value, role: str) -> Value | None:
    """Return the option with a role that the op of the value got, if it is no constant."""
    named = value.facts.get("arguments") or {}
    return next((named[name] for name in option_names(role) if name in named), None)


def constant_option(value: Value, role: str) -> str | None:
    """Return the constant option with a role that the op of the value got, as text."""
    given = value.facts.get("given") or {}
    return next((given[name] for name in option_names(role) if name in given), None)


def is_mere_attribute(value: Value) -> bool:
    """True for an attribute of an object that is not known, such as `net.number_of_actions`.

    Where an integer is expected, it does not stand for what else the object holds: its weights.
    """
    is_part = value.kind is kinds.UNKNOWN and bool(value.edges)
    return is_part and all(edge.label == "part" for edge in value.edges)
