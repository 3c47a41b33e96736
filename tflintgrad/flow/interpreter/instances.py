"""Objects of the project's classes: made by a call, or assumed for an annotated parameter."""

from __future__ import annotations

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.join import join_instances
from tflintgrad.flow.domain.objects import (
    Class,
    DataclassField,
    External,
    Function,
    Instance,
    Method,
    Partial,
)
from tflintgrad.flow.domain.values import Edge, Mapping, Value
from tflintgrad.flow.interpreter import calls, definitions, lazy_definitions
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.named_tuples import named_tuple
from tflintgrad.knowledge.roles import is_a

#: A class that defines these may store its items otherwise than a dict.
_ITEMS = ("__getitem__", "__setitem__")


def some_instance(interp: Interpreter, cls: Class, site: cst.CSTNode, name: str) -> Value:
    """Return a synthetic object for a value that is of a class of the project."""
    made = any(active.name == "__init__" and active.owner is cls for active in interp.active)
    if made or interp.budget.spent:
        return interp.unknown(site, name=name)
    arguments = Arguments(site, is_synthetic=True)
    possible = _concrete(interp, cls)
    if len(possible) < 2:
        return instantiate(interp, possible[0] if possible else cls, arguments)
    objects = [instantiate(interp, item, arguments) for item in possible]
    return join_instances(objects, interp.context)


def _concrete(interp: Interpreter, cls: Class) -> list[Class]:
    """Return the concrete subclasses of an abstract class, as far as they are known."""
    if not definitions.is_abstract(cls):
        return []
    below = lazy_definitions.subclasses_of(interp, cls)
    return [item for item in below if not definitions.is_abstract(item)][: limits.MAX_OVERRIDES]


def instantiate(interp: Interpreter, cls: Class, arguments: Arguments) -> Value:
    """Make an object of a class of the project and run its `__init__`."""
    if _is_plain_tuple(cls):
        fields = definitions.dataclass_fields(interp, cls)
        defaults = {name: definitions.class_attribute(interp, cls, name) for name in fields}
        known = {name: value for name, value in defaults.items() if value is not None}
        return named_tuple(interp, fields, arguments, known)
    instance = Instance(cls, arguments.site, interp.context)
    if arguments.is_synthetic:
        instance.assumed = True
    _copy_changing(interp, instance)
    initialiser = definitions.class_attribute(interp, cls, "__init__")
    if isinstance(initialiser, Function):
        calls.call_function(interp, initialiser.bound_to(instance), arguments)
    elif (made := next((item for item in cls.mro() if item.is_dataclass), None)) is not None:
        _initialise_fields(interp, instance, made, arguments)
        finish = definitions.class_attribute(interp, cls, "__post_init__")
        if isinstance(finish, Function):
            calls.call_function(interp, finish.bound_to(instance), Arguments(arguments.site))
    else:
        instance.edges.extend(Edge(value, "unknown") for value in arguments.all())
        if definitions.keras_role(cls) == "model":
            base = Method(instance, "__init__", arguments.site, interp.context)
            base.call(interp, arguments.copy())
    return instance


def _is_plain_tuple(cls: Class) -> bool:
    """True for a class that inherits from `NamedTuple` only, and has fields but no methods."""
    bases = cls.external_bases()
    return (
        bool(bases)
        and all(is_a(base, "named_tuple_class") for base in bases)
        and len(cls.mro()) == 1
        and not any(isinstance(item, cst.FunctionDef) for item in cls.node.body.body)
    )


def _copy_changing(interp: Interpreter, instance: Instance) -> None:
    """Copy class attributes to the instance that methods rebind on `self`."""
    for cls in reversed(instance.cls.mro()):
        for name in interp.graph.changing_attributes:
            value = interp.store.read((cls.number, name))
            if value is not None and not isinstance(value, Function):
                interp.store.write((instance.number, name), value)
                instance.edges.append(Edge(value, "unknown"))


def _initialise_fields(
    interp: Interpreter, instance: Instance, made: Class, arguments: Arguments
) -> None:
    """Set the fields as the `__init__` does that the class has, or inherits, from a dataclass."""
    for index, name in enumerate(definitions.dataclass_fields(interp, made)):
        value = arguments.get(index, name)
        if value is None:
            default = definitions.class_attribute(interp, instance.cls, name)
            if isinstance(default, DataclassField) and default.factory is not None:
                value = default.factory.call(interp, Arguments(arguments.site))
            elif default is not None:
                value = default
        if value is not None:
            interp.store.write((instance.number, name), value)
            instance.edges.append(Edge(value, "unknown"))


def registry(interp: Interpreter, instance: Instance) -> Mapping | None:
    """Return the definitions in an object whose class inherits from `dict`; None for others."""
    known = instance.registered
    if known is not None or not _is_dict(interp, instance.cls):
        return known
    found = instance.registered = Mapping(instance.site, instance.context)
    found.put(None, interp.unknown(instance.site, instance))  # by `super().__setitem__` and others
    return found


def _is_dict(interp: Interpreter, cls: Class) -> bool:
    """True if the class inherits from `dict` and stores its items as a dict does."""
    own = (definitions.class_attribute(interp, cls, name) for name in _ITEMS)
    return any(is_a(base, "dict") for base in cls.external_bases()) and not any(own)


def is_definition(value: Value) -> bool:
    """True for values that unanalysed code cannot mutate: functions, classes, library names."""
    return isinstance(value, (Class, External, Function, Partial))
