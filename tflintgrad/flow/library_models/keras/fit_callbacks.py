"""Callbacks of `fit`: what they change between the steps of a training."""

from __future__ import annotations

from typing import Final

from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Function, Instance
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter import calls, definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.knowledge.keras_hooks import hooks

#: The methods of a callback that Keras calls while it trains.
_HOOKS: Final = hooks("between_steps")


def run_callbacks(interp: Interpreter, model: Value, arguments: Arguments) -> None:
    """Enter the methods of the project's callbacks, for what they set on the model.

    Their writes are undone: the number of epochs decides whether there are any after the last step.
    """
    given = arguments.passed("callbacks")
    items = given.items if isinstance(given, Sequence) else [given]
    for callback in items:
        if not isinstance(callback, Instance) or not isinstance(model, Instance):
            continue
        for name in _HOOKS:
            method = definitions.class_attribute(interp, callback.cls, name)
            if isinstance(method, Function):
                _enter(interp, method, callback, model)


def _enter(interp: Interpreter, method: Function, callback: Instance, model: Value) -> None:
    """Enter one method of a callback, and undo what it writes."""

    def explore() -> bool:
        interp.store.write((callback.number, "model"), model)
        arguments = Arguments(method.node, is_synthetic=True)
        calls.call_function(interp, method.bound_to(callback), arguments)
        return True

    interp.branch(explore)
