"""Registry of library models: handlers of calls, methods and attributes, by role or kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.iterables import Dataset
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.objects import Arguments, Layer, Method, Tape
from tflintgrad.flow.domain.values import Edge, Mapping, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.models.op_effects import apply_op
from tflintgrad.knowledge.roles import roles_of

#: Returns None if it does not model this name.
CallHandler = Callable[[Interpreter, Arguments], Value | None]
MethodHandler = Callable[[Interpreter, Any, Arguments], Value]
AttributeHandler = Callable[[Interpreter, Any, cst.CSTNode], Value]

#: In place of a kind: the handler is for values of all kinds.
ANY: Final = None

#: Handlers by role; `rules/roles.txt` has the names that have a role.
ROLES: Final[dict[str, CallHandler]] = {}
METHODS: Final[dict[tuple[Kind | None, str], MethodHandler]] = {}
ATTRIBUTES: Final[dict[tuple[Kind | None, str], AttributeHandler]] = {}
OBJECTS: Final[list[MethodHandler]] = []

_C = TypeVar("_C", bound=Callable[..., Any])


def role(*roles: str) -> Callable[[_C], _C]:
    """Register a handler for calls of library names that have one of these roles."""

    def register(handler: _C) -> _C:
        for name in roles:
            ROLES[name] = handler
        return handler

    return register


def method(of: Kind | tuple[Kind, ...] | None, *names: str) -> Callable[[_C], _C]:
    """Register a handler for methods of values of one kind, several kinds or `ANY` kind."""

    def register(handler: _C) -> _C:
        for kind in of if isinstance(of, tuple) else (of,):
            for name in names:
                METHODS[kind, name] = handler
        return handler

    return register


def attribute(of: Kind | tuple[Kind, ...] | None, *names: str) -> Callable[[_C], _C]:
    """Register a handler for attributes of values of one kind, several kinds or `ANY` kind."""

    def register(handler: _C) -> _C:
        for kind in of if isinstance(of, tuple) else (of,):
            for name in names:
                ATTRIBUTES[kind, name] = handler
        return handler

    return register


def calls_objects(handler: _C) -> _C:
    """Register the handler for calls of objects: layers, models, instances."""
    OBJECTS.append(handler)
    return handler


def call_external(interp: Interpreter, name: str, arguments: Arguments) -> Value:
    """Call a name of a library: by its role, as an op, or as unread code."""
    arguments.name = name
    for played in roles_of(name):
        handler = ROLES.get(played)
        value = handler(interp, arguments) if handler is not None else None
        if value is not None:
            return value
    op = interp.table.lookup(name)
    if op is None and name.startswith("keras."):
        op = interp.table.lookup(f"tf.{name}")
    if op is not None:
        return apply_op(interp, name, op, arguments)
    return _unknown(interp, interp.external(name), arguments)


def call_method(interp: Interpreter, callee: Method, arguments: Arguments) -> Value:
    """Call a method of a library object: by its kind, as an op, or as unread code."""
    receiver = callee.receiver
    arguments.name = callee.name
    kind = receiver.kind
    if not isinstance(receiver, _CLASSES.get(kind, Value)):
        kind = kinds.UNKNOWN  # a φ-node or a copy, without the fields of the class
    for key in ((kind, callee.name), (ANY, callee.name)):
        handler = METHODS.get(key)
        if handler is not None:
            return handler(interp, receiver, arguments)
    owner = _TABLE_OWNERS.get(receiver.kind)
    op = interp.table.lookup(f"{owner}.{callee.name}") if owner else None
    if op is not None:
        all_arguments = arguments.copy()
        all_arguments.positional = [receiver, *arguments.positional]
        return apply_op(interp, f"{owner}.{callee.name}", op, all_arguments)
    if receiver.kind is kinds.NDARRAY:
        edges = [Edge(receiver), *(Edge(value) for value in arguments.all())]
        return interp.value(kinds.NDARRAY, arguments.site, edges=edges, dtype=receiver.dtype)
    return _unknown(interp, receiver, arguments)


def call_object(interp: Interpreter, callee: Value, arguments: Arguments) -> Value:
    """Call a layer, model or instance."""
    for handler in OBJECTS:
        return handler(interp, callee, arguments)
    return _unknown(interp, callee, arguments)


def _unknown(interp: Interpreter, callee: Value, arguments: Arguments) -> Value:
    from tflintgrad.flow.interpreter.calls import unknown_call

    return unknown_call(interp, callee, arguments)


#: The class that handlers of a kind's methods expect.
_CLASSES: Final[dict[Kind, type[Value]]] = {
    kinds.DATASET: Dataset,
    kinds.DICT: Mapping,
    kinds.MODEL: Layer,
    kinds.TAPE: Tape,
}
_TABLE_OWNERS: Final = {
    kinds.TENSOR: "Tensor",
    kinds.GRADIENTS: "Tensor",
    kinds.SYMBOLIC: "Tensor",
    kinds.VARIABLE: "Variable",
    kinds.NDARRAY: "ndarray",
    kinds.TENSORARRAY: "TensorArray",
}
