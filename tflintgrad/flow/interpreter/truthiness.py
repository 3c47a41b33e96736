"""Conditions that can be decided statically: constants, `is None`, flags passed as literals."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Function, Layer, Tape
from tflintgrad.flow.domain.values import Phi, Value


def truth(value: Value) -> bool | None:
    """Whether the value is true; None when that is not known."""
    if isinstance(value, Phi):
        return None
    if value.kind is kinds.NONE:
        return False
    if value.const is not None:
        return bool(value.const)
    return True if isinstance(value, (Function, Layer, Tape)) else None


def is_none(value: Value) -> bool | None:
    """Whether the value is `None`; None when that is not known."""
    if isinstance(value, Phi):
        return None
    if value.kind is kinds.NONE:
        return True
    if value.kind in (kinds.UNKNOWN, kinds.GRADIENTS):
        return None
    return False


def truth_given(argument: Value | None, *, default: bool) -> bool | None:
    """Of a flag that a function takes; None, which many take for "as usual", says nothing."""
    if argument is None:
        return default
    return None if argument.kind is kinds.NONE else truth(argument)
