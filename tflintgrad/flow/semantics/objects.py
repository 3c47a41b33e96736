"""Objects that are always true: functions, layers, tapes."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Function, Layer, Tape
from tflintgrad.flow.semantics.base import Semantics, V, register


class _TrueSemantics(Semantics[V]):
    """Objects without a length."""

    __slots__ = ()

    def truth(self, value: V) -> bool | None:
        return True


register(_TrueSemantics(Function), kinds.FUNCTION)
register(_TrueSemantics(Tape), kinds.TAPE)
register(
    _TrueSemantics(Layer),
    kinds.LAYER,
    kinds.MODEL,
    kinds.METRIC,
    kinds.LOSS,
    kinds.OPTIMIZER,
    kinds.V1OPTIMIZER,
)
