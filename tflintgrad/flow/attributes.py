"""Attributes: of instances and classes of the project, of imported modules, of modelled objects."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow import definitions
from tflintgrad.flow.interpreter import Interpreter
from tflintgrad.flow.library.registry import ATTRIBUTES, METHODS
from tflintgrad.flow.values import (
    Arguments,
    Class,
    Cut,
    Edge,
    External,
    Function,
    Instance,
    Layer,
    Method,
    Phi,
    Super,
    Value,
    Weights,
    alternatives,
)
from tflintgrad.syntax.names import canonical

#: Attributes by which Keras and tf.Module hand out their variables.
WEIGHTS = frozenset(
    {
        "trainable_variables",
        "trainable_weights",
        "variables",
        "weights",
        "non_trainable_variables",
        "non_trainable_weights",
    }
)


def get_attribute(interp: Interpreter, value: Value, name: str, site: cst.CSTNode) -> Value:
    if isinstance(value, Phi):
        return interp.join([get_attribute(interp, v, name, site) for v in alternatives(value)])
    if isinstance(value, External):
        return External(canonical(f"{value.name}.{name}"), interp.context)
    if isinstance(value, Instance):
        return _instance_attribute(interp, value, name, site)
    if isinstance(value, Class):
        member = definitions.class_attribute(interp, value, name)
        if isinstance(member, Function) and "classmethod" in member.decorators:
            return member.bound_to(value)
        return member or _remembered(interp, value, name, site)
    if isinstance(value, Super):
        return _super_attribute(interp, value, name, site)
    for kind in (value.kind, "*"):
        handler = ATTRIBUTES.get((kind, name))
        if handler is not None:
            return handler(interp, value, site)
        if (kind, name) in METHODS:
            return Method(value, name, site, interp.context)
    if name in WEIGHTS and value.kind in ("unknown", "layer", "model"):
        return weights(interp, value, name, site)
    stored = _read_attribute(interp, value, name)
    if stored is not None:
        return stored
    if value.kind in ("unknown", "function", "partial"):
        return _remembered(interp, value, name, site)
    return Method(value, name, site, interp.context)


def weights(interp: Interpreter, owner: Value, name: str, site: cst.CSTNode) -> Weights:
    found = Weights(owner, name, site, interp.context)
    if isinstance(owner, (Instance, Layer)):
        found.facts["frozen"] = interp.store.read((owner.number, "trainable"))
        found.facts["built"] = interp.store.read((owner.number, "#built"))
    return found


def _read_attribute(interp: Interpreter, owner: Value, name: str) -> Value | None:
    changing = name in interp.graph.module.changing_attributes
    value = interp.read((owner.number, name), changing)
    return None if value is None else _across_traces(interp, owner, value)


def _across_traces(interp: Interpreter, owner: Value, value: Value) -> Value:
    """A tensor kept from inside a trace and read outside of it is out of reach."""
    if (
        value.is_op
        and value.context.trace
        and value.context.trace != interp.context.trace
        and value.context.mode == "traced"
        and owner.context.trace != value.context.trace
    ):
        cut = Cut(
            "TFG409",
            "a tensor of the trace is kept on an object that outlives the trace",
            effect="error",
            raises="InaccessibleTensorError",
            site=value.facts.get("kept") or value.site,
        )
        return interp.cut("tensor", value.site, [value], cut, name=value.name)
    return value


def _instance_attribute(
    interp: Interpreter, instance: Instance, name: str, site: cst.CSTNode
) -> Value:
    stored = _read_attribute(interp, instance, name)
    if stored is not None:
        return stored
    member = definitions.class_attribute(interp, instance.cls, name)
    if member is not None:
        if isinstance(member, Function) and "property" in member.decorators:
            from tflintgrad.flow import calls

            return calls.call_function(interp, member.bound_to(instance), Arguments(site))
        return definitions.bind_member(interp, member, instance)
    role = definitions.keras_role(instance.cls)
    if name in WEIGHTS and (role or "?" in instance.cls.external_bases()):
        return weights(interp, instance, name, site)
    if role and ("keras", name) in METHODS:
        return Method(instance, name, site, interp.context)
    return _remembered(interp, instance, name, site)


def _super_attribute(interp: Interpreter, value: Super, name: str, site: cst.CSTNode) -> Value:
    for cls in value.above.mro()[1:]:
        member = interp.store.read((cls.number, name))
        if member is not None:
            return definitions.bind_member(interp, member, value.receiver)
    if ("keras", name) in METHODS and isinstance(value.receiver, Instance):
        return Method(value.receiver, name, site, interp.context)
    unknown = interp.unknown(site, value.receiver, name=name)
    unknown.facts["from_super"] = True
    return unknown


def _remembered(interp: Interpreter, owner: Value, name: str, site: cst.CSTNode) -> Value:
    """An attribute nobody was seen to set: unknown, but the same one at every read."""
    key = (owner.number, name)
    value = interp.unknown(site, owner, name=f"{owner.name}.{name}" if owner.name else name)
    value.facts["attribute"] = (owner, name)
    interp.store.write(key, value)
    return value


def set_attribute(
    interp: Interpreter, owner: Value, name: str, value: Value, site: cst.CSTNode
) -> None:
    if value.is_op and interp.context.mode == "traced":
        value.facts.setdefault("kept", site)
    if not value.name and value.kind not in ("external", "none"):
        value.name = f"self.{name}" if isinstance(owner, Instance) else name
    for item in alternatives(owner):
        if isinstance(item, Instance):
            setter = definitions.class_attribute(interp, item.cls, name)
            if isinstance(setter, Function) and "property" in setter.decorators:
                continue
            item.edges.append(Edge(value, "unknown"))
        elif item.kind == "unknown":
            item.edges.append(Edge(value, "unknown"))
        interp.store.write((item.number, name), value)
