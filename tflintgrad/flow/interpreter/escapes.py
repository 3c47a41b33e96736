"""Effects of calls that are not analysed on the tapes and layers that they get."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.objects import Instance, Layer, Tape
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.interpreter import Interpreter


def may_build(interp: Interpreter, value: Value) -> None:
    """Note that the code may call a layer or model, or one that an object holds: that builds it."""
    if not isinstance(value, (Layer, Instance)):
        return
    interp.store.write((value.number, slots.BUILT), interp.constant(True))
    for edge in value.edges:
        if isinstance(edge.to, (Layer, Instance)):
            interp.store.write((edge.to.number, slots.PERHAPS_BUILT), interp.constant(True))


def tape_escapes(interp: Interpreter, tape: Tape) -> None:
    """Note that unanalysed code has the tape: it may watch something or start it."""
    tape.escaped = True
    if tape.escaped_at is None:
        tape.escaped_at = interp.value(kinds.EVENT, None).number
    if interp.context.records(tape):
        tape.escaped_recording = True
    elif tape.may_record_since is None:
        tape.may_record_since = interp.value(kinds.EVENT, None).number
