"""The semantics of a kind: what Python does with its values.

A value has a method for each operation (`value.get_item(...)`), which asks the semantics of its
kind. The methods of `Semantics` are the defaults, right for any object; a kind overrides those that
it knows more about. φ-nodes have semantics of their own, which lift every operation.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.kinds import Kind
from tflintgrad.flow.domain.objects import Method, Trainable
from tflintgrad.flow.domain.values import Index, Value
from tflintgrad.flow.interpreter.attributes import (
    TRAINABLE,
    note_assignment,
    set_trainable,
    unknown_attribute,
)
from tflintgrad.flow.interpreter.calls import unknown_call
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.registry import modelled_attribute

V = TypeVar("V", bound=Value)
T = TypeVar("T", bound=Trainable)


class Semantics(Generic[V]):
    """The operations of Python on values of one kind or several; here, on any object."""

    __slots__ = ("of",)

    def __init__(self, of: type[V]) -> None:
        #: The class of the values. A value of the kind without the fields of the class, such as a
        #: copy of a list that a `tf.function` returns, is treated as any object.
        self.of: type[Value] = of

    def get_attribute(self, interp: Interpreter, value: V, name: str, site: cst.CSTNode) -> Value:
        """Return `value.name`: modelled, or set by the program, or a method that is not read."""
        found = modelled_attribute(interp, value, name, site)
        if found is None:
            found = stored_attribute(interp, value, name)
        return found if found is not None else self.unset_attribute(interp, value, name, site)

    def unset_attribute(self, interp: Interpreter, value: V, name: str, site: cst.CSTNode) -> Value:
        """Return an attribute that the program does not set."""
        return Method(value, name, site, interp.context)

    def set_attribute(
        self, interp: Interpreter, owner: V, name: str, value: Value, site: cst.CSTNode, weak: bool
    ) -> None:
        """Interpret `owner.name = value`; `weak` if the owner is one of several alternatives."""
        note_assignment(interp, owner, name, value, site)
        interp.store.write((owner.number, name), value)

    def call(self, interp: Interpreter, callee: V, arguments: Arguments) -> Value:
        """Call a value: unread code, by default."""
        return unknown_call(interp, callee, arguments)

    def truth(self, value: V) -> bool | None:
        """True or False as the value is, None if that is not known."""
        return None if value.const is None else bool(value.const)

    def iterate(self, interp: Interpreter, value: V, site: cst.CSTNode) -> Value:
        """Return what a loop over the value assigns: any of its elements."""
        return interp.unknown(site, value)

    def unpack(self, interp: Interpreter, value: V, index: int, site: cst.CSTNode) -> Value:
        """Return the item that tuple unpacking assigns at a position."""
        return stored_item(interp, value, index, site)

    def get_item(self, interp: Interpreter, value: V, index: Index, site: cst.CSTNode) -> Value:
        """Return `value[index]`."""
        if isinstance(index, Value) and isinstance(index.const, (int, str)):
            return stored_item(interp, value, index.const, site)
        return interp.unknown(site, value)

    def set_item(
        self, interp: Interpreter, owner: V, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        """Interpret `owner[key] = value`; the key is None if it is not a constant."""


class OpenSemantics(Semantics[V]):
    """Objects that may have any attribute: those that the program does not set are unknown."""

    __slots__ = ()

    def unset_attribute(self, interp: Interpreter, value: V, name: str, site: cst.CSTNode) -> Value:
        """Return an attribute that the program does not set."""
        return unknown_attribute(interp, value, name, site)


class TrainableSemantics(Semantics[T]):
    """Objects whose attribute `trainable` freezes everything inside."""

    __slots__ = ()

    def set_attribute(
        self, interp: Interpreter, owner: T, name: str, value: Value, site: cst.CSTNode, weak: bool
    ) -> None:
        """Interpret `owner.name = value`."""
        if name == TRAINABLE:
            note_assignment(interp, owner, name, value, site)
            set_trainable(interp, owner, value, weak=weak)
        else:
            super().set_attribute(interp, owner, name, value, site, weak)


def stored_attribute(interp: Interpreter, owner: Value, name: str) -> Value | None:
    """Return an attribute that the program set."""
    changing = name in interp.graph.changing_attributes
    value = interp.read((owner.number, name), changing)
    return None if value is None else interp.checked_trace_escape(value, owner.context.trace)


def stored_item(interp: Interpreter, owner: Value, key: object, site: cst.CSTNode) -> Value:
    """Return an unknown item under a constant key or index: the same for each access."""
    slot = (owner.number, slots.item_slot(key))
    known = interp.store.read(slot)
    if known is None:
        known = interp.unknown(site, owner)
        interp.store.write(slot, known)
    return known


def register(semantics: Semantics[Any], *of: Kind) -> None:
    """Set the semantics of kinds."""
    for kind in of:
        kind.semantics = semantics


ANY: Final[Semantics[Value]] = Semantics(Value)
register(ANY, *[kind for kind in vars(kinds).values() if isinstance(kind, Kind)])
