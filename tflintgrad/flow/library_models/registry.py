"""Registry of library models: handlers of calls by role, of methods and attributes by behaviour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.dtypes import array_dtype
from tflintgrad.flow.domain.iterables import Dataset
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.objects import Layer, Method, Tape
from tflintgrad.flow.domain.values import Edge, Mapping, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.op_effects import apply_op, dtype_of
from tflintgrad.knowledge import methods
from tflintgrad.knowledge.op_entry import method_of
from tflintgrad.knowledge.roles import names_of, roles_of
from tflintgrad.knowledge.signatures import NO_PARAMETERS, Entry, Signature

#: Returns None if it does not model this name.
CallHandler = Callable[[Interpreter, Arguments], Value | None]
MethodHandler = Callable[[Interpreter, Any, Arguments], Value]
AttributeHandler = Callable[[Interpreter, Any, cst.CSTNode], Value]


class MethodModel:
    """The handler of a method, and the signature by which it finds its arguments."""

    __slots__ = ("handler", "signature")

    def __init__(self, handler: MethodHandler, signature: Signature) -> None:
        self.handler = handler
        self.signature = signature


#: Handlers by role; `rules/roles.txt` has the names that have a role.
ROLES: Final[dict[str, CallHandler]] = {}
METHODS: Final[dict[tuple[Kind, str], MethodModel]] = {}
ATTRIBUTES: Final[dict[tuple[Kind, str], AttributeHandler]] = {}
#: Roles of functions that have a signature.
_SIGNED: Final = frozenset(methods.functions())

_KINDS: Final = {kind.name: kind for kind in vars(kinds).values() if isinstance(kind, Kind)}

_C = TypeVar("_C", bound=Callable[..., Any])


def role(*roles: str) -> Callable[[_C], _C]:
    """Register a handler for calls of library names that have one of these roles."""

    def register(handler: _C) -> _C:
        for name in roles:
            ROLES[name] = handler
        return handler

    return register


def method(of: Kind | tuple[Kind, ...], *names: str) -> Callable[[_C], _C]:
    """Register a handler for methods of Python's own objects of one kind or several kinds."""

    def register(handler: _C) -> _C:
        for kind in of if isinstance(of, tuple) else (of,):
            for name in names:
                METHODS[kind, name] = MethodModel(handler, NO_PARAMETERS)
        return handler

    return register


def behaviour(*behaviours: str) -> Callable[[_C], _C]:
    """Register a handler for the methods that `rules/methods.txt` lists with a behaviour."""

    def register(handler: _C) -> _C:
        for entry in _entries(*behaviours):
            if entry.signature is not None:
                model = MethodModel(handler, entry.signature)
                for receiver in entry.receivers:
                    METHODS[_KINDS[receiver], entry.name] = model
        return handler

    return register


def attribute(*behaviours: str) -> Callable[[_C], _C]:
    """Register a handler for the attributes that `rules/methods.txt` lists with a behaviour."""

    def register(handler: _C) -> _C:
        for entry in _entries(*behaviours):
            if entry.signature is None:
                for receiver in entry.receivers:
                    ATTRIBUTES[_KINDS[receiver], entry.name] = handler
        return handler

    return register


def _entries(*behaviours: str) -> list[Entry]:
    return [entry for entry in methods.entries() if entry.behaviour in behaviours]


def modelled_attribute(
    interp: Interpreter, value: Value, name: str, site: cst.CSTNode
) -> Value | None:
    """Return an attribute or method that the tables have for the value's kind, or for any."""
    found = attribute_of(value.kind, interp, value, name, site)
    return found if found is not None else attribute_of(kinds.ANY, interp, value, name, site)


def attribute_of(
    kind: Kind, interp: Interpreter, value: Value, name: str, site: cst.CSTNode
) -> Value | None:
    """Return an attribute or method that the tables have for values of a kind."""
    handler = ATTRIBUTES.get((kind, name))
    if handler is not None:
        return handler(interp, value, site)
    return Method(value, name, site, interp.context) if (kind, name) in METHODS else None


def call_external(interp: Interpreter, name: str, arguments: Arguments) -> Value:
    """Call a name of a library: by its role, as an op, or as unread code."""
    arguments.name = name
    for played in roles_of(name):
        handler = ROLES.get(played)
        if handler is None:
            continue
        if played in _SIGNED:
            arguments.signature = methods.function_signature(played, name)
        value = handler(interp, arguments)
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
    for key in ((kind, callee.name), (kinds.ANY, callee.name)):
        model = METHODS.get(key)
        if model is not None:
            arguments.signature = model.signature
            return model.handler(interp, receiver, arguments)
    if kind is kinds.RANDOM:
        return _drawn(interp, callee.name, arguments)
    name = method_of(receiver.kind.name, callee.name)
    op = interp.table.lookup(name) if name else None
    if op is not None:
        all_arguments = arguments.copy()
        all_arguments.positional = [receiver, *arguments.positional]
        return apply_op(interp, name, op, all_arguments)
    if receiver.kind is kinds.NDARRAY:
        edges = [Edge(receiver), *(Edge(value) for value in arguments.all())]
        return interp.value(kinds.NDARRAY, arguments.site, edges=edges, dtype=receiver.dtype)
    return _unknown(interp, receiver, arguments)


def _drawn(interp: Interpreter, name: str, arguments: Arguments) -> Value:
    """Call a method of a random generator: like NumPy's function of that name, if there is one."""
    function = f"{_DRAWING}.{name}"
    op = interp.table.lookup(function)
    if op is not None:
        arguments.name = function
        return apply_op(interp, function, op, arguments)
    edges = [Edge(value) for value in arguments.all()]
    passed = arguments.option("dtype")
    dtype = array_dtype(function, arguments) if passed is None else dtype_of(passed)
    array = interp.value(kinds.NDARRAY, arguments.site, edges=edges, dtype=dtype)
    array.facts["called"] = f"{names_of('random_generator')[1]}.{name}"
    array.facts["passed"] = arguments
    return array


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
#: The module with the functions that random generators have as methods.
_DRAWING: Final = names_of("random_generator")[0].rpartition(".")[0]
