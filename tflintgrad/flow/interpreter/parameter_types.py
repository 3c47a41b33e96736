"""Types that the program states for values that it does not show.

Annotations and docstrings state them for parameters that no call passes, `isinstance` for what
goes on after it.
"""

from __future__ import annotations

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Class, Function, Layer
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter import definitions, instances
from tflintgrad.flow.interpreter.docstring_types import stated_type
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.knowledge.roles import is_a
from tflintgrad.source.syntax.bindings import evaluated


def annotated(interp: Interpreter, function: Function, parameter: cst.Param, value: Value) -> Value:
    """Return the unknown value of a parameter as its annotation or the docstring describes it."""
    if parameter.annotation is not None:
        named = _named_type(interp, parameter.annotation.annotation)
    elif value.kind is kinds.UNKNOWN:
        named = _documented(interp, stated_type(function, parameter.name.value))
    else:
        named = None
    return described(interp, named, parameter, value) if named is not None else value


def described(interp: Interpreter, named: Value, site: cst.CSTNode, value: Value) -> Value:
    """Return an unknown value as an object of a type: the same value, or one in its place."""
    if isinstance(named, Class):
        return instances.some_instance(interp, named, site, value.name)
    means = meaning(named)
    if means == "tensor":
        value.kind = kinds.TENSOR
    elif means == "variable":
        variable = Variable(site, interp.context, name=value.name, trainable=None)
        variable.facts = value.facts
        return variable
    elif means == "array":
        value.kind = kinds.NDARRAY
    elif means == "weights":
        value.facts["holds_weights"] = True
    elif means == "optimizer":
        return Layer(kinds.OPTIMIZER, named.name, site, interp.context, Arguments(site))
    return value


def states_tensor(interp: Interpreter, node: cst.CSTNode) -> bool:
    """True if a function is annotated to return a tensor."""
    returns = node.returns if isinstance(node, cst.FunctionDef) else None
    named = _named_type(interp, returns.annotation) if returns is not None else None
    return named is not None and meaning(named) == "tensor"


def meaning(named: Value) -> str:
    """Return what objects of a class are to the analysis; empty if they are nothing special."""
    if isinstance(named, Class):
        return f"class {named.number}"
    if is_a(named.name, "tensor"):
        return "tensor"
    if is_a(named.name, "variable"):
        return "variable"
    if is_a(named.name, "array"):
        return "array"
    role = definitions.role_of_base(named.name) if named.kind is kinds.EXTERNAL else ""
    return {"model": "weights", "layer": "weights", "module": "weights"}.get(
        role, role if role == "optimizer" else ""
    )


def _documented(interp: Interpreter, text: str) -> Value | None:
    """Return the class of a library that a docstring names, with or without its module."""
    first = text.partition(".")[0]
    if not text or not all(part.isidentifier() for part in text.split(".")):
        return None
    if first == text:
        named = interp.external(f"tf.{text}")
        return named if is_a(named.name, "tensor", "variable") else None
    found = interp.lookup(first)
    if found is None or found.kind is not kinds.EXTERNAL:
        return None
    return interp.external(found.name + text[len(first) :])


def _named_type(interp: Interpreter, node: cst.BaseExpression) -> Value | None:
    """Return the one type that an annotation names besides `None`; strings are read."""
    if isinstance(node, cst.SimpleString):
        text = evaluated(node)
        named = _dotted(text) if isinstance(text, str) else None
        return interp.evaluate(named) if named is not None else None
    if isinstance(node, cst.BinaryOperation):
        return _only([_named_type(interp, side) for side in (node.left, node.right)])
    if isinstance(node, cst.Subscript):
        head = node.value.attr if isinstance(node.value, cst.Attribute) else node.value
        if not isinstance(head, cst.Name) or head.value not in ("Optional", "Union"):
            return None
        indices = [e.slice.value for e in node.slice if isinstance(e.slice, cst.Index)]
        return _only([_named_type(interp, index) for index in indices])
    return interp.evaluate(node)


def _dotted(text: str) -> cst.Name | cst.Attribute | None:
    """Return the expression that a dotted name stands for; None if the text is no name."""
    first, *rest = text.split(".", limits.MAX_DOTTED_NAMES)
    if not all(part.isidentifier() for part in (first, *rest)):
        return None
    named: cst.Name | cst.Attribute = cst.Name(first)
    for part in rest:
        named = cst.Attribute(named, cst.Name(part))
    return named


def _only(types: list[Value | None]) -> Value | None:
    """Return the one type of a union that is not `None`."""
    known = [item for item in types if item is None or item.kind is not kinds.NONE]
    return known[0] if len(known) == 1 else None
