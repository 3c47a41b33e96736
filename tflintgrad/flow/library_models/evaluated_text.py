"""Text that is evaluated: what `eval` and `exec` may do."""

from __future__ import annotations

from tflintgrad.flow.domain import slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Instance, Layer
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.registry import role


@role("evaluates")
def _evaluate(interp: Interpreter, arguments: Arguments) -> Value:
    """Evaluate text, which may call every model that has a name here."""
    frame = interp.frame
    named = [interp.store.read((frame.number, name)) for name in sorted(frame.bindings.names)]
    reached = [value for value in (frame.receiver, *named) if value is not None]
    for value in reached:
        if isinstance(value, (Instance, Layer)) and not interp.store.read(
            (value.number, slots.BUILT)
        ):
            interp.store.write((value.number, slots.BUILT), interp.unknown(arguments.site))
    return interp.unknown(arguments.site, *reached)
