"""Classes of the project and their objects: attributes, items and calls as the classes say."""

from __future__ import annotations

from typing import Final

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Class, Function, Instance, Method, Super
from tflintgrad.flow.domain.values import Edge, Index, Value
from tflintgrad.flow.interpreter import calls, containers, definitions, instances
from tflintgrad.flow.interpreter.attributes import WEIGHTS, unknown_attribute, weights
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.keras.object_calls import call_keras
from tflintgrad.flow.library_models.registry import METHODS, attribute_of
from tflintgrad.flow.semantics.base import (
    Semantics,
    TrainableSemantics,
    register,
    stored_attribute,
)


class _InstanceSemantics(TrainableSemantics[Instance]):
    """Objects of a class of the project."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: Instance, name: str, site: cst.CSTNode
    ) -> Value:
        found = stored_attribute(interp, value, name)
        if found is not None:
            return found
        member = definitions.class_attribute(interp, value.cls, name)
        if member is not None:
            return _member(interp, value, name, member, site)
        if _lists_weights(value, name):
            return weights(interp, value, name, site)
        if definitions.is_keras(value.cls):
            found = attribute_of(kinds.INSTANCE, interp, value, name, site)
        if found is None and value.registered is not None:
            found = attribute_of(kinds.DICT, interp, value.registered, name, site)
        return found if found is not None else unknown_attribute(interp, value, name, site)

    def set_attribute(
        self,
        interp: Interpreter,
        owner: Instance,
        name: str,
        value: Value,
        site: cst.CSTNode,
        weak: bool,
    ) -> None:
        """Set an attribute, or call the setter of a property."""
        member = definitions.class_attribute(interp, owner.cls, name)
        if isinstance(member, Function) and "property" in member.decorators:
            if member.setter is not None:
                member.setter.bound_to(owner).call(interp, Arguments(site, [value]))
            return
        owner.edges.append(Edge(value, "unknown"))
        super().set_attribute(interp, owner, name, value, site, weak)

    def call(self, interp: Interpreter, callee: Instance, arguments: Arguments) -> Value:
        return call_keras(interp, callee, arguments)

    def iterate(self, interp: Interpreter, value: Instance, site: cst.CSTNode) -> Value:
        """Call `__iter__` or `__getitem__`, if the class defines it."""
        for name, passed in (("__iter__", []), ("__getitem__", [interp.unknown(site)])):
            method = value.get_attribute(interp, name, site)
            if isinstance(method, Function):
                result = method.call(interp, Arguments(site, list(passed)))
                own_next = isinstance(result, Instance)  # `__iter__` that returns `self`
                if name == "__iter__" and not own_next:
                    return result.iterate(interp, site)
                return interp.unknown(site, value) if own_next else result
        return interp.unknown(site, value)

    def get_item(
        self, interp: Interpreter, value: Instance, index: Index, site: cst.CSTNode
    ) -> Value:
        entries = value.registered
        if entries is not None and isinstance(index, Value) and isinstance(index.const, (int, str)):
            definition = containers.entry(interp, entries, index.const)
            if definition is not None:
                return definition
        return super().get_item(interp, value, index, site)

    def set_item(
        self, interp: Interpreter, owner: Instance, key: object, value: Value, site: cst.CSTNode
    ) -> None:
        """Put a definition into an object whose class inherits from `dict`."""
        entries = instances.registry(interp, owner)
        if entries is not None:
            is_lasting = instances.is_definition(value)
            held = value if is_lasting else interp.unknown(site, value)
            containers.put(interp, entries, key, held)


def _member(
    interp: Interpreter, instance: Instance, name: str, member: Value, site: cst.CSTNode
) -> Value:
    """Return an attribute that the class defines: a bound method, the value of a property."""
    if not isinstance(member, Function) or not member.decorators & _PROPERTIES:
        return definitions.bind_member(interp, member, instance)
    value = calls.call_function(interp, member.bound_to(instance), Arguments(site))
    if "cached_property" in member.decorators:
        value.facts.setdefault("kept", value.facts.get("returned") or value.site or site)
        interp.store.write((instance.number, name), value)
    if value.facts.get("not_followed") and _lists_weights(instance, name):
        return weights(interp, instance, name, site)
    return value


def _lists_weights(instance: Instance, name: str) -> bool:
    """True if the attribute lists variables, as a library or unread code defines it."""
    bases = instance.cls.external_bases
    if name not in WEIGHTS:
        return False
    cls = instance.cls
    return definitions.is_keras(cls) or "?" in bases() or definitions.declares_weights(cls)


_PROPERTIES: Final = frozenset({"property", "cached_property"})


class _ClassSemantics(Semantics[Class]):
    """Classes of the project."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: Class, name: str, site: cst.CSTNode
    ) -> Value:
        member = definitions.class_attribute(interp, value, name)
        if member is None:
            return unknown_attribute(interp, value, name, site)
        if isinstance(member, Function) and "classmethod" in member.decorators:
            return member.bound_to(value)
        return interp.checked_trace_escape(member, value.context.trace)

    def call(self, interp: Interpreter, callee: Class, arguments: Arguments) -> Value:
        return instances.instantiate(interp, callee, arguments)


class _SuperSemantics(Semantics[Super]):
    """`super()`."""

    __slots__ = ()

    def get_attribute(
        self, interp: Interpreter, value: Super, name: str, site: cst.CSTNode
    ) -> Value:
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


register(_InstanceSemantics(Instance), kinds.INSTANCE)
register(_ClassSemantics(Class), kinds.CLASS)
register(_SuperSemantics(Super), kinds.SUPER)
