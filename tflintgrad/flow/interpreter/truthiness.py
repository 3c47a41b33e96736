"""Truth of conditions that are known statically: constants, `is None`, literal flags."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Function, Layer, Tape
from tflintgrad.flow.domain.values import Phi, Value


def truth(value: Value) -> bool | None:
    """True or False as the value is, None if that is not known."""
    if isinstance(value, Phi):
        return None
    if value.kind is kinds.NONE:
        return False
    if value.const is not None:
        return bool(value.const)
    return True if isinstance(value, (Function, Layer, Tape)) else None


def is_none(value: Value) -> bool | None:
    """True if the value is `None`, False if it is not, None if that is not known."""
    if isinstance(value, Phi):
        return None
    if value.kind is kinds.NONE:
        return True
    if value.kind in (kinds.UNKNOWN, kinds.GRADIENTS):
        return None
    return False


def truth_given(argument: Value | None, *, default: bool) -> bool | None:
    """Return the truth of a flag argument; None for `None`, which often means the default."""
    if argument is None:
        return default
    return None if argument.kind is kinds.NONE else truth(argument)
