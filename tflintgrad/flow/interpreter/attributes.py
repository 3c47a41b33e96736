"""Attributes of instances, classes, modules and library objects: reading and setting."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.join import join_lifted
from tflintgrad.flow.domain.objects import (
    Arguments,
    Class,
    External,
    Function,
    Instance,
    Layer,
    Method,
    Super,
    Tape,
    Weights,
)
from tflintgrad.flow.domain.project_names import ProjectModule
from tflintgrad.flow.domain.query_sources import inside
from tflintgrad.flow.domain.query_sources import leaves_of as leaves
from tflintgrad.flow.domain.values import Edge, Phi, Value, alternatives
from tflintgrad.flow.interpreter import definitions, lazy_modules
from tflintgrad.flow.interpreter.evidence import note_weights
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.value_factory import name_value
from tflintgrad.flow.models.registry import ANY, ATTRIBUTES, METHODS
from tflintgrad.knowledge import variable_lists
from tflintgrad.knowledge.canonical_names import canonical

#: Attributes of Keras objects and of `tf.Module` that list their variables.
WEIGHTS: Final = frozenset(variable_lists.attributes(*variable_lists.LISTS))
#: The attribute of layers and models that freezes them.
TRAINABLE: Final = "trainable"


def get_attribute(interp: Interpreter, value: Value, name: str, site: cst.CSTNode) -> Value:
    """Return `value.name`."""
    if isinstance(value, Phi):
        members = [get_attribute(interp, item, name, site) for item in alternatives(value)]
        return join_lifted(value, members, interp.context)
    fields = value.facts.get("fields")
    if fields and name in fields:
        return fields[name]
    if isinstance(value, External):
        known = value.members.get(name)
        if known is None:
            known = interp.external(canonical(f"{value.name}.{name}"))
            value.members[name] = known
        return known
    if isinstance(value, ProjectModule):
        return lazy_modules.member(interp, value, name)
    if isinstance(value, Instance):
        return _instance_attribute(interp, value, name, site)
    if isinstance(value, Class):
        member = definitions.class_attribute(interp, value, name)
        if isinstance(member, Function) and "classmethod" in member.decorators:
            return member.bound_to(value)
        if member is None:
            return _unset_attribute(interp, value, name, site)
        return interp.checked_trace_escape(member, value.context.trace)
    if isinstance(value, Super):
        return _super_attribute(interp, value, name, site)
    if name == "value" and value.facts.get("keras"):
        return _behind_keras(interp, value, site)
    for kind in (value.kind, ANY):
        handler = ATTRIBUTES.get((kind, name))
        if handler is not None:
            return handler(interp, value, site)
        if (kind, name) in METHODS:
            return Method(value, name, site, interp.context)
    if name in WEIGHTS and value.kind in (kinds.UNKNOWN, kinds.LAYER, kinds.MODEL):
        return weights(interp, value, name, site)
    stored = _read_attribute(interp, value, name)
    if stored is not None:
        return stored
    if value.kind in (kinds.LAYER, kinds.MODEL) and name in _LAYER_VARIABLES:
        return _layer_variable(interp, value, name, site)
    if value.kind in (kinds.UNKNOWN, kinds.FUNCTION, kinds.PARTIAL, kinds.LAYER, kinds.MODEL):
        return _unset_attribute(interp, value, name, site)
    return Method(value, name, site, interp.context)


#: Attributes of Keras layers that are variables.
_LAYER_VARIABLES: Final = frozenset(variable_lists.attributes(*variable_lists.SINGLE))


def _behind_keras(interp: Interpreter, variable: Value, site: cst.CSTNode) -> Value:
    """Return `.value` of a Keras variable: the `tf.Variable` behind it."""
    behind = interp.value(kinds.VARIABLE, site, dtype=variable.dtype, name=variable.name)
    behind.edges = [Edge(variable)]
    behind.facts["trainable"] = variable.facts.get("trainable", True)
    behind.facts["same_as"] = variable
    if "element_of" in variable.facts:
        behind.facts["element_of"] = variable.facts["element_of"]
    return behind


def _layer_variable(interp: Interpreter, layer: Value, name: str, site: cst.CSTNode) -> Value:
    """Return a variable of a Keras layer (`layer.kernel`)."""
    variable = interp.value(kinds.VARIABLE, site, dtype="float", edges=[Edge(layer)], name=name)
    variable.facts["trainable"] = variable.facts["keras"] = True
    variable.facts["same_as"] = layer
    keywords = layer.arguments.keywords if isinstance(layer, Layer) else {}
    initializer = keywords.get(f"{name}_initializer")
    if (initializer is None and variable_lists.kind_of(name) == "layer_zeros") or (
        initializer is not None and initializer.const in ("zeros", "zero", "Zeros")
    ):
        variable.facts["initial"] = interp.constant(0.0, site)
    interp.store.write((layer.number, name), variable)
    return variable


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
        flag = owner.arguments.keywords.get(TRAINABLE)
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


def _read_attribute(interp: Interpreter, owner: Value, name: str) -> Value | None:
    changing = name in interp.graph.changing_attributes
    value = interp.read((owner.number, name), changing)
    return None if value is None else interp.checked_trace_escape(value, owner.context.trace)


def _instance_attribute(
    interp: Interpreter, instance: Instance, name: str, site: cst.CSTNode
) -> Value:
    stored = _read_attribute(interp, instance, name)
    if stored is not None:
        return stored
    member = definitions.class_attribute(interp, instance.cls, name)
    if member is not None:
        if isinstance(member, Function) and member.decorators & {"property", "cached_property"}:
            from tflintgrad.flow.interpreter import calls

            value = calls.call_function(interp, member.bound_to(instance), Arguments(site))
            if "cached_property" in member.decorators:
                value.facts.setdefault("kept", value.facts.get("returned") or value.site or site)
                interp.store.write((instance.number, name), value)
            if value.facts.get("not_followed") and _lists_weights(instance, name):
                return weights(interp, instance, name, site)
            return value
        return definitions.bind_member(interp, member, instance)
    if _lists_weights(instance, name):
        return weights(interp, instance, name, site)
    role = definitions.keras_role(instance.cls)
    if role and (kinds.INSTANCE, name) in METHODS:
        return Method(instance, name, site, interp.context)
    if role and (kinds.INSTANCE, name) in ATTRIBUTES:
        return ATTRIBUTES[kinds.INSTANCE, name](interp, instance, site)
    entries = instance.registered
    if entries is not None and (kinds.DICT, name) in METHODS:
        return Method(entries, name, site, interp.context)
    return _unset_attribute(interp, instance, name, site)


def _lists_weights(instance: Instance, name: str) -> bool:
    """True if the attribute lists variables, as a library or unread code defines it."""
    bases = instance.cls.external_bases
    return name in WEIGHTS and (definitions.is_keras(instance.cls) or "?" in bases())


def _super_attribute(interp: Interpreter, value: Super, name: str, site: cst.CSTNode) -> Value:
    for cls in _above(value):
        member = interp.store.read((cls.number, name))
        if member is not None:
            return definitions.bind_member(interp, member, value.receiver)
    if isinstance(value.receiver, Instance):
        if _lists_weights(value.receiver, name):
            return weights(interp, value.receiver, name, site)
        if (kinds.INSTANCE, name) in METHODS:
            return Method(value.receiver, name, site, interp.context)
    unknown = interp.unknown(site, value.receiver, name=name)
    unknown.facts["from_super"] = True
    return unknown


def _above(value: Super) -> list[Class]:
    """Return the classes that `super()` looks in: those after its own in the receiver's MRO."""
    receiver = value.receiver
    cls = receiver.cls if isinstance(receiver, Instance) else receiver
    order = cls.mro() if isinstance(cls, Class) else []
    if value.above in order:
        return order[order.index(value.above) + 1 :]
    return value.above.mro()[1:]


def _unset_attribute(interp: Interpreter, owner: Value, name: str, site: cst.CSTNode) -> Value:
    """Return an unknown attribute that the program does not set: the same for each access."""
    key = (owner.number, name)
    value = interp.unknown(site, name=f"{owner.name}.{name}" if owner.name else name)
    value.edges.append(Edge(owner, "part"))
    interp.store.write(key, value)
    return value


def _call_setter(interp: Interpreter, setter: Function, value: Value, site: cst.CSTNode) -> None:
    from tflintgrad.flow.interpreter import calls

    calls.call_function(interp, setter, Arguments(site, [value]))


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
                    _call_setter(interp, member.setter.bound_to(item), value, site)
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
