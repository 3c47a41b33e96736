"""Callbacks of `fit`: what they change between the steps of a training."""

from __future__ import annotations

from functools import partial

from tflintgrad.flow.domain.objects import Arguments, Function, Instance
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter import calls, definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter

#: The methods of a callback that Keras calls while it trains.
_HOOKS = (
    "on_epoch_begin",
    "on_epoch_end",
    "on_batch_begin",
    "on_batch_end",
    "on_train_batch_begin",
    "on_train_batch_end",
)


def run_callbacks(interp: Interpreter, model: Value, arguments: Arguments) -> None:
    """Enter the methods of the project's callbacks, for what they set on the model.

    Their writes are undone: the number of epochs decides whether there are any after the last step.
    """
    given = arguments.keywords.get("callbacks")
    items = given.items if isinstance(given, Sequence) else [given]
    for callback in items:
        if not isinstance(callback, Instance) or not isinstance(model, Instance):
            continue
        for name in _HOOKS:
            method = definitions.class_attribute(interp, callback.cls, name)
            if isinstance(method, Function):
                interp.branch(partial(_enter, interp, method, callback, model))


def _enter(interp: Interpreter, method: Function, callback: Instance, model: Value) -> bool:
    interp.store.write((callback.number, "model"), model)
    arguments = Arguments(method.node, is_synthetic=True)
    calls.call_function(interp, method.bound_to(callback), arguments)
    return True
