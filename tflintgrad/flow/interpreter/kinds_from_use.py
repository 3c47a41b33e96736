"""Kinds from use: an unknown object is what the program uses it as.

Code that no code calls gets a model, a loss or an optimizer as a parameter, and libraries make
objects that are not read. The interpreter notes how such an object is used; when the program was
interpreted, `settle` decides what it is. An object that is asked for its trainable variables holds
weights, so a call of it computes something *there*, from its weights and its inputs. A callable
named like a loss that gets two values computes a loss. What its uses do not tell stays
unknown: a call of any other object may return what it was given, or what it kept.
"""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Function, Instance, Layer
from tflintgrad.flow.domain.unread_calls import UnreadCall
from tflintgrad.flow.domain.values import Edge, Phi, Sequence, Value
from tflintgrad.flow.interpreter.definitions import declares_weights, keras_role
from tflintgrad.knowledge import methods
from tflintgrad.knowledge.keras_hooks import hooks
from tflintgrad.knowledge.words import states

#: Methods that a call of a model, a layer or a module runs.
_CALLS: Final = frozenset({"__call__", *hooks("forward")})
#: Methods of a Keras model that run it and return arrays.
_PREDICTS: Final = frozenset(methods.names_with("predict"))


def note_weights(owner: Value) -> None:
    """Note that the program asks an object for a list of its variables."""
    if owner.kind in (kinds.UNKNOWN, kinds.INSTANCE) and not isinstance(owner, Phi):
        owner.facts["holds_weights"] = True


def settle(calls: list[UnreadCall]) -> None:
    """Decide what the callees of unread calls are, now that all uses of them are known."""
    for call in calls:
        if holds_weights(call.callee) or _is_declared(call):
            if _has_data(call.arguments):
                call.result.is_op = True
        elif _is_prediction(call.callee):
            _cut_off(call.result, call.callee.name.rpartition(".")[2])
        elif _is_loss(call):
            call.result.is_op = True


def holds_weights(value: Value) -> bool:
    """True if the program uses the value as a model, a layer or a module."""
    if isinstance(value, Function):  # of a model, and too much to follow
        return value.receiver is not None and value.name in _CALLS and holds_weights(value.receiver)
    if isinstance(value, Instance) and keras_role(value.cls) in ("model", "layer", "module"):
        return True  # its base class has the method that is called
    if isinstance(value, Instance) and declares_weights(value.cls):
        return True
    return bool(value.facts.get("holds_weights"))


def _is_declared(call: UnreadCall) -> bool:
    """True for a method without a body of an object that holds weights, if it returns a tensor."""
    callee = call.callee
    if not isinstance(callee, Function) or not call.result.facts.get("stub"):
        return False
    return callee.receiver is not None and holds_weights(callee.receiver)


def _has_data(arguments: Arguments) -> bool:
    """True if the call gets something that it may compute with."""
    return any(value.kind not in _NO_DATA for value in arguments.all())


_NO_DATA: Final = frozenset({kinds.NUMBER, kinds.STRING, kinds.NONE, kinds.FUNCTION, kinds.CLASS})


def _is_prediction(callee: Value) -> bool:
    """True for `model.predict` of an object that holds weights."""
    if callee.name.rpartition(".")[2] not in _PREDICTS:
        return False
    return any(edge.label == "part" and holds_weights(edge.to) for edge in callee.edges)


def _cut_off(result: Value, method: str) -> None:
    cut = Cut(CutKind.PREDICT, f".{method}()")
    result.edges = [Edge(edge.to, "cut", cut) for edge in result.edges]
    result.facts.pop("opaque", None)


def _is_loss(call: UnreadCall) -> bool:
    """True if a callable is named like a loss and gets at least two values, as a loss does."""
    names = {call.callee.name.rpartition(".")[2], _called_name(call.arguments)}
    # A name is a hint that counts only together with the arguments of the call.
    if not any(states(name, "loss") and not states(name, "passes_on") for name in names):
        return False
    given = [*call.arguments.positional, *call.arguments.keywords.values()]
    return len([value for value in given if _is_number_like(value)]) >= 2


def _called_name(arguments: Arguments) -> str:
    """Return the name under which the program calls it: `loss` for `self.loss(y, p)`."""
    site = arguments.site
    called = site.func if isinstance(site, cst.Call) else None
    if isinstance(called, cst.Attribute):
        called = called.attr
    return called.value if isinstance(called, cst.Name) else ""


def _is_number_like(value: Value) -> bool:
    """True for a value that may be a batch of numbers."""
    if isinstance(value, (Sequence, Instance, Layer)):
        return False
    return value.kind in (kinds.TENSOR, kinds.UNKNOWN, kinds.NDARRAY, kinds.VARIABLE)
