"""Definitions of functions and classes: defaults, decorators, bases, bodies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import libcst as cst

from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Frame
from tflintgrad.flow.domain.objects import Class, Function, Instance, Layer, Partial
from tflintgrad.flow.domain.values import Value, alternatives
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.knowledge import variable_lists
from tflintgrad.knowledge.roles import is_a, roles_of
from tflintgrad.source.syntax.bindings import has_query

#: Attributes that list variables.
_LISTS: Final = frozenset(variable_lists.attributes(*variable_lists.LISTS))
#: Roles of decorators that change how a function is called. Nearly all others just call it.
MARKS = frozenset(
    {
        "custom_gradient",
        "pass_through",
        "recomputed",
        "no_autograph",
        "staticmethod",
        "classmethod",
        "property",
        "cached_property",
    }
)


def define_function(interp: Interpreter, node: cst.FunctionDef) -> Value:
    """Return the value that a `def` binds: the function after its decorators."""
    function = make_function(interp, node, node.name.value)
    known: set[str] = set()
    result: Value = function
    for decorator in reversed(node.decorators):
        applied = _apply_decorator(interp, decorator, result, function, known)
        if applied is not None and applied is not result:
            # Decorators above this one apply to the wrapper.
            result = applied
            known = set()
        elif isinstance(result, Function):
            result.decorators = result.decorators | frozenset(known)
    return result


def _apply_decorator(
    interp: Interpreter,
    decorator: cst.Decorator,
    value: Value,
    function: Function,
    known: set[str],
) -> Value | None:
    """Return the wrapper; None if the decorator only marks the function, or is not read."""
    expression = decorator.decorator
    head = expression.func if isinstance(expression, cst.Call) else expression
    name = interp.evaluate(head).name if not isinstance(head, cst.Call) else ""
    if is_a(name, "traces"):
        known.add("traced")
        if isinstance(expression, cst.Call):
            _note_tracing_options(interp, expression, known)
        return None
    marks = MARKS.intersection(roles_of(name))
    if name.endswith("cached_property"):  # other libraries define one, too
        marks |= {"cached_property"}
    if marks:
        known.update(marks)
        return None
    if isinstance(head, cst.Attribute) and head.attr.value in ("setter", "getter", "deleter"):
        getter = interp.evaluate(head.value)
        if isinstance(getter, Function) and head.attr.value == "setter":
            getter.setter = function
            return getter
        known.add("property")
        return None

    wrapper = interp.evaluate(expression)
    if any(isinstance(item, (Function, Partial)) for item in alternatives(wrapper)):
        return wrapper.call(interp, Arguments(decorator, [value]))
    # An unread decorator may do anything with the function, but it nearly always calls it.
    return None


def _note_tracing_options(interp: Interpreter, call: cst.Call, known: set[str]) -> None:
    for argument in call.args:
        option = argument.keyword.value if argument.keyword is not None else ""
        value = interp.evaluate(argument.value)
        if option == "autograph" and value.const is False:
            known.add("no_autograph")
        elif option in ("jit_compile", "experimental_compile") and value.const is True:
            known.add("jit")


def make_function(interp: Interpreter, node: cst.FunctionDef | cst.Lambda, name: str) -> Function:
    """Make a function, with the defaults of its parameters evaluated."""
    parameters = node.params
    defaults: dict[str, Value] = {}
    for parameter in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params):
        if parameter.default is not None:
            defaults[parameter.name.value] = interp.evaluate(parameter.default)
    function = Function(node, interp.frame, interp.context, name, defaults)
    interp.define(function)
    return function


def define_class(interp: Interpreter, node: cst.ClassDef) -> Value:
    """Return the value that a `class` statement binds."""
    bases = [
        interp.evaluate(argument.value)
        for argument in node.bases
        if not argument.star and argument.keyword is None
    ]
    cls = Class(node, bases, interp.context)
    for decorator in node.decorators:
        expression = decorator.decorator
        head = expression.func if isinstance(expression, cst.Call) else expression
        name = interp.evaluate(head).name
        if is_a(name, "dataclass"):
            cls.is_dataclass = True
    outer = interp.frame
    interp.frame = Frame(outer, interp.bindings(node, node.body), is_class=True)
    frame = interp.frame
    try:
        interp.run(node.body)
    finally:
        interp.frame = outer
    for name in frame.bindings.names:
        member = interp.store.read((frame.number, name))
        if member is None:
            continue
        interp.store.write((cls.number, name), member)
        if isinstance(member, Function) and member.owner is None:
            member.owner = cls
            if member.setter is not None:
                member.setter.owner = cls
    interp.define(cls)
    return _decorated_class(interp, node, cls)


def _decorated_class(interp: Interpreter, node: cst.ClassDef, cls: Class) -> Value:
    """Call class decorators of the project, which may register the class."""
    result: Value = cls
    for decorator in reversed(node.decorators):
        wrapper = interp.evaluate(decorator.decorator)
        if any(isinstance(item, (Function, Partial)) for item in alternatives(wrapper)):
            returned = wrapper.call(interp, Arguments(decorator, [cls]))
            result = returned if isinstance(returned, Class) else cls
    return result


def class_attribute(interp: Interpreter, cls: Class, name: str) -> Value | None:
    """Return an attribute of a class or of its bases of the project."""
    for item in cls.mro():
        value = interp.store.read((item.number, name))
        if value is not None:
            return value
    return None


def inherited_queries(interp: Interpreter, cls: Class) -> list[Function]:
    """Return methods of base classes that make queries, if the class overrides some method."""
    if not _overrides(cls):
        return []
    found: list[Function] = []
    for base in cls.mro()[1:]:
        for item in base.node.body.body:
            if isinstance(item, cst.FunctionDef):
                member = class_attribute(interp, cls, item.name.value)
                if not isinstance(member, Function) or member.owner is not base:
                    continue
                if has_query(member.node):
                    found.append(member)
    return found


def _overrides(cls: Class) -> bool:
    """True if the class overrides a method of its bases, other than `__init__`."""
    own = {item.name.value for item in cls.node.body.body if isinstance(item, cst.FunctionDef)}
    return any(
        isinstance(item, cst.FunctionDef) and item.name.value in own - {"__init__"}
        for base in cls.mro()[1:]
        for item in base.node.body.body
    )


def is_abstract(cls: Class) -> bool:
    """True if the class has methods that a subclass must override."""
    overridden: set[str] = set()
    for item in cls.mro():
        for statement in item.node.body.body:
            if isinstance(statement, cst.FunctionDef):
                name = statement.name.value
                if name not in overridden and is_stub(statement):
                    return True
                overridden.add(name)
    return False


def is_stub(node: cst.CSTNode) -> bool:
    """True if the body is only a docstring, `pass`, `...` or `raise`."""
    if not isinstance(node, cst.FunctionDef):
        return False
    return all(
        isinstance(line, cst.SimpleStatementLine) and all(_does_nothing(part) for part in line.body)
        for line in node.body.body
    )


def _does_nothing(statement: cst.BaseSmallStatement) -> bool:
    if isinstance(statement, cst.Expr):
        return isinstance(statement.value, (cst.SimpleString, cst.Ellipsis))
    return isinstance(statement, (cst.Pass, cst.Raise))


def bind_member(interp: Interpreter, member: Value, receiver: Value) -> Value:
    """Return a class attribute as `receiver.name` gives it: methods are bound."""
    if isinstance(member, Function) and member.owner is not None:
        if "staticmethod" in member.decorators:
            return member
        if "classmethod" in member.decorators and isinstance(receiver, Instance):
            return member.bound_to(receiver.cls)
        return member.bound_to(receiver)
    return member


def dataclass_fields(interp: Interpreter, cls: Class) -> list[str]:
    """Return the names of the annotated fields, bases first, as `__init__` takes them."""
    names: list[str] = []
    for item in reversed(cls.mro()):
        body = item.node.body.body
        for statement in body:
            if not isinstance(statement, cst.SimpleStatementLine):
                continue
            for small in statement.body:
                target = small.target if isinstance(small, cst.AnnAssign) else None
                if isinstance(target, cst.Name) and target.value not in names:
                    names.append(target.value)
    return names


def declares_weights(cls: Class) -> bool:
    """True for a protocol with an attribute that lists variables."""
    if not any(is_a(base, "protocol") for base in cls.external_bases()):
        return False
    return any(name in _LISTS for item in cls.mro() for name in _declared(item))


def _declared(cls: Class) -> Iterator[str]:
    """Yield the names of annotated attributes and of methods that a class defines."""
    for line in cls.node.body.body:
        if isinstance(line, cst.FunctionDef):
            yield line.name.value
        elif isinstance(line, cst.SimpleStatementLine) and isinstance(line.body[0], cst.AnnAssign):
            target = line.body[0].target
            if isinstance(target, cst.Name):
                yield target.value


def is_keras(cls: Class) -> bool:
    """True if the class inherits from a class of Keras, or from `tf.Module`."""
    return keras_role(cls) != ""


def keras_role(cls: Class) -> str:
    """Return the role of the Keras class that a class inherits from, such as "model"."""
    for base in cls.external_bases():
        role = role_of_base(base)
        if role:
            return role
    return ""


def is_keras_object(owner: Value) -> bool:
    """True for a layer or model, of Keras' own classes or of one that the program derives."""
    if isinstance(owner, Instance):
        return keras_role(owner.cls) in ("layer", "model")
    return isinstance(owner, Layer)


def role_of_base(base: str) -> str:
    """Return the role of a class of a library, under one of its names."""
    for name in _homes(base):
        found = [role for role in roles_of(name) if role in BASES]
        if found:
            return found[0]
    return ""


def _homes(base: str) -> list[str]:
    """Return canonical names under which a base class may have roles."""
    last = base.rpartition(".")[2]
    homes = [base]
    if base.startswith(("keras.", "tf.")):  # Keras moves its classes: `keras.engine.Layer`
        homes.append(f"keras.{last}")
    if is_a(f"tf.{last}", "module"):  # `Module` of another library is like TensorFlow's
        homes.append(f"tf.{last}")
    return homes


#: Roles of base classes that make a subclass an object of Keras or a module.
BASES = frozenset(
    {
        "model",
        "layer",
        "loss",
        "metric",
        "optimizer",
        "schedule",
        "callback",
        "constraint",
        "regularizer",
        "initializer",
        "module",
    }
)
