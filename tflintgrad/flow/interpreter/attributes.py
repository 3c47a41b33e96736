"""Attributes: setting them, and lists of variables."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Function, Instance, Layer, Tape, Weights
from tflintgrad.flow.domain.project_names import ProjectModule
from tflintgrad.flow.domain.query_sources import inside
from tflintgrad.flow.domain.query_sources import leaves_of as leaves
from tflintgrad.flow.domain.values import Edge, Value, alternatives
from tflintgrad.flow.interpreter import definitions, lazy_modules
from tflintgrad.flow.interpreter.evidence import note_weights
from tflintgrad.flow.interpreter.interpreter import Interpreter
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
        found.built = any(
            interp.store.read((item.number, slots.BUILT)) for item in (owner, *leaves(owner))
        )
    return found


def _frozen(interp: Interpreter, owner: Value) -> bool:
    """True if `trainable = False` was set on the object, or on every layer inside it."""
    flag = _own_flag(interp, owner)
    if flag is not None and flag.const is not True:
        return flag.const is False
    if any(part.kind is kinds.UNKNOWN for part in inside(owner)):
        return False  # it may have weights
    inner = [item for item in leaves(owner) if isinstance(item, Layer) and item is not owner]
    return bool(inner) and all(_frozen(interp, layer) for layer in inner)


def frozen_layers(interp: Interpreter, owner: Value) -> list[Value]:
    """Return the layers with weights inside an owner that are not trainable now.

    If that is the whole owner, its variables and unknown parts are among them.
    """
    held = leaves(owner)
    if _is_frozen_itself(interp, owner):
        return [*held, *(part for part in inside(owner) if part.kind is kinds.UNKNOWN)]
    return [item for item in held if isinstance(item, Layer) and _is_frozen_itself(interp, item)]


def _is_frozen_itself(interp: Interpreter, owner: Value) -> bool:
    flag = _own_flag(interp, owner)
    return flag is not None and flag.const is False


def _own_flag(interp: Interpreter, owner: Value) -> Value | None:
    """Return `trainable` of a layer or model; None if the program does not set it."""
    flag = interp.store.read((owner.number, TRAINABLE))
    if flag is None and isinstance(owner, Layer):
        flag = owner.option(TRAINABLE)
    return flag


def _set_trainable(interp: Interpreter, owner: Value, value: Value, is_one: bool) -> None:
    """Set `trainable` of everything inside a layer or model, as Keras does.

    Keras 3 does nothing if the owner's own flag has that value already, whatever its layers have.
    """
    flag = _own_flag(interp, owner)
    was = True if flag is None else flag.const
    if value.const is not None and was is value.const and not interp.table.is_keras_2:
        return
    if not is_one and value.const is False:  # one of several is frozen: not all of them
        value = interp.unknown(value.site, name=TRAINABLE)
    for part in inside(owner):
        if isinstance(part, (Instance, Layer)):
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
    owners = alternatives(owner)
    for item in owners:
        if isinstance(item, ProjectModule):
            lazy_modules.load(interp, item)
            if item.frame is not None:
                interp.store.write((item.frame.number, name), value)
            continue
        if isinstance(item, Instance):
            member = definitions.class_attribute(interp, item.cls, name)
            if isinstance(member, Function) and "property" in member.decorators:
                if member.setter is not None:
                    member.setter.bound_to(item).call(interp, Arguments(site, [value]))
                continue
            item.edges.append(Edge(value, "unknown"))
        elif item.kind is kinds.UNKNOWN or (isinstance(item, Layer) and value.is_op):
            item.edges.append(Edge(value, "unknown"))  # a tensor in the place of a weight
        before = interp.store.read((item.number, name))
        if before is not None and before is not value:
            value.facts.setdefault("rebinds", before)
            value.facts.setdefault("rebound_at", site)
        value.facts["bound"] = site
        if value.kind is kinds.NUMBER:
            value.facts["attribute"] = (item.number, name)
        if interp.context.function.startswith("on_"):
            interp.graph.note("set-by-callback", site, interp.context, (item, value), name)
        if name == TRAINABLE and isinstance(item, (Instance, Layer)):
            _set_trainable(interp, item, value, len(owners) == 1)
            continue
        interp.store.write((item.number, name), value)
