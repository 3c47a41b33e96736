"""Attributes: setting them, and lists of variables."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.objects import Instance, Layer, Tape, Trainable, Weights
from tflintgrad.flow.domain.query_sources import inside
from tflintgrad.flow.domain.query_sources import leaves_of as leaves
from tflintgrad.flow.domain.values import Edge, Value
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.kinds_from_use import note_weights
from tflintgrad.flow.interpreter.value_factory import name_value
from tflintgrad.knowledge import variable_lists

#: Attributes of Keras objects and of `tf.Module` that list their variables.
WEIGHTS: Final = frozenset(variable_lists.attributes(*variable_lists.LISTS))
#: The attribute of layers and models that freezes them.
TRAINABLE: Final = "trainable"


def weights(interp: Interpreter, owner: Value, name: str, site: cst.CSTNode) -> Weights:
    """Return the list of an owner's variables."""
    found = Weights(owner, name, site, interp.context)
    note_weights(owner)
    if isinstance(owner, (Instance, Layer)):
        found.frozen = _frozen(interp, owner)
        found.built = any(_is_built(interp, item) for item in (owner, *leaves(owner)))
    return found


def _is_built(interp: Interpreter, item: Value) -> bool:
    """True if the object has its variables, or may have them after code that was not analysed."""
    built = interp.store.read((item.number, slots.BUILT))
    return bool(built or interp.store.read((item.number, slots.PERHAPS_BUILT)))


def _frozen(interp: Interpreter, owner: Value) -> bool:
    """True if `trainable = False` was set on the object, or on all that has weights inside it."""
    flag = _own_flag(interp, owner)
    if flag is not None and flag.const is not True:
        return flag.const is False
    if any(part.kind is kinds.UNKNOWN for part in inside(owner)):
        return False  # it may have weights
    if _has_own_variables(interp, owner):
        return False
    inner = [item for item in leaves(owner) if isinstance(item, Layer) and item is not owner]
    return bool(inner) and all(_frozen(interp, layer) for layer in inner)


def _has_own_variables(interp: Interpreter, owner: Value) -> bool:
    """True if an owner has trainable variables that belong to no frozen object inside it."""
    frozen = {
        leaf
        for part in inside(owner)
        if isinstance(part, Instance) and is_frozen(interp, part)
        for leaf in leaves(part)
    }
    return any(leaf.kind is kinds.VARIABLE and leaf not in frozen for leaf in leaves(owner))


def frozen_layers(interp: Interpreter, owner: Value) -> list[Value]:
    """Return the layers with weights inside an owner that are not trainable now.

    If that is the whole owner, its variables and unknown parts are among them.
    """
    held = leaves(owner)
    if is_frozen(interp, owner):
        return [*held, *(part for part in inside(owner) if part.kind is kinds.UNKNOWN)]
    return [item for item in held if isinstance(item, Layer) and is_frozen(interp, item)]


def is_frozen(interp: Interpreter, owner: Value) -> bool:
    """True if the owner's own flag says that it is not trainable now."""
    flag = _own_flag(interp, owner)
    return flag is not None and flag.const is False


def _own_flag(interp: Interpreter, owner: Value) -> Value | None:
    """Return `trainable` of a layer or model; None if the program does not set it."""
    flag = interp.store.read((owner.number, TRAINABLE))
    if flag is None and isinstance(owner, Layer):
        flag = owner.option(TRAINABLE)
    return flag


def set_trainable(interp: Interpreter, owner: Trainable, value: Value, *, weak: bool) -> None:
    """Set `trainable` of everything inside a layer or model, as Keras does.

    Keras 3 does nothing if the owner's own flag has that value already, whatever its layers have.
    """
    flag = _own_flag(interp, owner)
    was = True if flag is None else flag.const
    if value.const is not None and was is value.const and not interp.table.is_keras_2:
        return
    if weak and value.const is False:  # one of several is frozen: not all of them
        value = interp.unknown(value.site, name=TRAINABLE)
    for part in inside(owner):
        if isinstance(part, Trainable):
            interp.store.write((part.number, TRAINABLE), value)


def set_attribute(
    interp: Interpreter, owner: Value, name: str, value: Value, site: cst.CSTNode
) -> None:
    """Interpret `owner.name = value`."""
    if value.is_op:
        value.facts.setdefault("kept", site)
    name_value(value, f"self.{name}" if isinstance(owner, Instance) else name)
    if isinstance(value, Tape):
        value.kept_on_object = True
    if name == TRAINABLE:
        interp.graph.note("sets-trainable", site, interp.context, (owner, value))
    owner.set_attribute(interp, name, value, site)


def unknown_attribute(interp: Interpreter, owner: Value, name: str, site: cst.CSTNode) -> Value:
    """Return an unknown attribute that the program does not set: the same for each access."""
    value = interp.unknown(site, name=f"{owner.name}.{name}" if owner.name else name)
    value.edges.append(Edge(owner, "part"))
    interp.store.write((owner.number, name), value)
    return value


def object_of(interp: Interpreter, node: cst.BaseExpression) -> Value:
    """Return what an expression stands for that is called or asked for an attribute.

    That is never None: an attribute that is None so far was set by code that is not seen before.
    """
    value = interp.evaluate(node)
    if value.kind is not kinds.NONE or not isinstance(node, cst.Attribute):
        return value
    owner = interp.evaluate(node.value) if isinstance(node.value, cst.Name) else None
    if not isinstance(owner, Instance):
        return value
    return unknown_attribute(interp, owner, node.attr.value, node)


def note_assignment(
    interp: Interpreter, owner: Value, name: str, value: Value, site: cst.CSTNode
) -> None:
    """Note on a value that it is now the attribute of an object, and what it replaces there."""
    before = interp.store.read((owner.number, name))
    if before is not None and before is not value:
        value.facts.setdefault("rebinds", before)
        value.facts.setdefault("rebound_at", site)
    value.facts["bound"] = site
    if value.kind is kinds.NUMBER:
        value.facts["attribute"] = (owner.number, name)
    if interp.context.function.startswith("on_"):
        interp.graph.note("set-by-callback", site, interp.context, (owner, value), name)
