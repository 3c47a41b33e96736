"""Placeholders: `loss = ...` stands for code that is still to be written, as in exercises."""

from __future__ import annotations

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter import calls
from tflintgrad.flow.interpreter.interpreter import Interpreter


def is_placeholder(node: cst.BaseExpression | None) -> bool:
    """True for the value of `name = ...`."""
    return isinstance(node, cst.Ellipsis)


def code_to_write(interp: Interpreter, node: cst.CSTNode) -> Value:
    """Return the result of code that does not exist yet: it may use every local name."""
    frame = interp.frame
    if frame.is_class:
        return interp.unknown(node)
    held = [interp.store.read((frame.number, name)) for name in sorted(frame.bindings.names)]
    local = [value for value in (frame.receiver, *held) if value is not None]
    arguments = Arguments(node, local[: limits.MAX_CLOSE_VALUES])
    return calls.unknown_call(interp, interp.unknown(node), arguments)
