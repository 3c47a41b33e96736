"""Conditions that can be decided statically: constants, `is None`, flags passed as literals."""

from __future__ import annotations

from tflintgrad.flow.values import Function, Instance, Layer, Mapping, Phi, Sequence, Value


def truth(value: Value) -> bool | None:
    """Whether the value is true; None when that is not known."""
    if isinstance(value, Phi):
        return None
    if value.kind == "none":
        return False
    if value.const is not None:
        return bool(value.const)
    if isinstance(value, (Function, Instance, Layer)):
        return None if isinstance(value, Instance) else True
    if isinstance(value, (Sequence, Mapping)):
        return None
    return None


def is_none(value: Value) -> bool | None:
    """Whether the value is `None`; None when that is not known."""
    if isinstance(value, Phi):
        return None
    if value.kind == "none":
        return True
    if value.kind in ("unknown", "gradients"):
        return None
    return False
