"""Annotations of parameters that no call passes: what they say about the value."""

from __future__ import annotations

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Class, Layer
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.domain.variables import Variable
from tflintgrad.flow.interpreter import definitions, instances
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.knowledge.roles import is_a
from tflintgrad.source.syntax.bindings import evaluated


def annotated(interp: Interpreter, parameter: cst.Param, value: Value) -> Value:
    """Return the unknown value of a parameter as its annotation describes it."""
    if parameter.annotation is None:
        return value
    named = _named_type(interp, parameter.annotation.annotation)
    if named is None:
        return value
    if isinstance(named, Class):
        return instances.some_instance(interp, named, parameter)
    if is_a(named.name, "tensor"):
        value.kind = kinds.TENSOR
    elif is_a(named.name, "variable"):
        variable = Variable(parameter, interp.context, name=value.name, trainable=None)
        variable.facts = value.facts
        return variable
    elif is_a(named.name, "array"):
        value.kind = kinds.NDARRAY
    elif named.kind is kinds.EXTERNAL:
        role = definitions.role_of_base(named.name)
        if role in ("model", "layer", "module"):
            value.facts["holds_weights"] = True
        elif role == "optimizer":
            return Layer(
                kinds.OPTIMIZER, named.name, parameter, interp.context, Arguments(parameter)
            )
    return value


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
