"""Fixes of models, losses and updates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.imports import tensorflow_name
from tflintgrad.checks.fixes.editing.names import function_around, last_name
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.flow.properties.ranges import inputs_of
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.source.syntax.walk import nodes_in

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem

#: The rank of a batch of sequences of scores.
_OF_SEQUENCES: Final = 3


@fixer("softmax-over-one")
def use_sigmoid(problem: Problem, codemod: Codemod) -> None:
    """Replace the activation of a single unit, or take the softmax over the steps."""
    call = codemod.exact(problem.site, cst.Call)
    before, after = codemod.template("before"), codemod.template("after")
    name = last_name(call.func)
    for item in call.args:
        value = item.value
        if isinstance(value, cst.SimpleString) and value.raw_value == before:
            codemod.replace(value, f"{value.quote}{after}{value.quote}")
            return
    tf = tensorflow_name(codemod)
    if name == codemod.template("layer") and not call.args:
        codemod.replace(call, codemod.written("activation", tf=tf))
        return
    if name != before or not call.args or call.args[0].keyword:
        raise NoFix
    inputs = inputs_of(problem.culprit) if problem.culprit is not None else ()
    scores = codemod.code(call.args[0].value)
    if inputs and shape_of(inputs[0]).rank == _OF_SEQUENCES:
        function = codemod.code(call.func)
        codemod.replace(call, codemod.written("steps", function=function, scores=scores))
    elif len(call.args) == 1:
        codemod.replace(call, codemod.written("unit", tf=tf, scores=scores))
    else:
        raise NoFix


@fixer("bootstrapped-target")
def stop_target(problem: Problem, codemod: Codemod) -> None:
    """Stop the gradient of the target."""
    target = codemod.expression(problem.site)
    code = codemod.code(target)
    if target.lpar:
        raise NoFix
    codemod.replace(target, codemod.written("stop", tf=tensorflow_name(codemod), target=code))


@fixer("untracked-weight")
def track_weight(problem: Problem, codemod: Codemod) -> None:
    """Make a variable one of Keras, its holder a layer, or a global layer an attribute."""
    site = codemod.node(problem.site)
    call = codemod.expect(site.value if isinstance(site, cst.Assign) else site, cst.Call)
    tf = tensorflow_name(codemod)
    holder = last_name(call.func)
    if codemod.code(call.func) == codemod.written("before", tf=tf):
        _make_keras_variable(call, tf, codemod)
        return
    classes = [
        node
        for node in nodes_in(codemod.tree)
        if isinstance(node, cst.ClassDef) and node.name.value == holder
    ]
    if len(classes) == 1 and isinstance(call.func, cst.Name):
        codemod.say(what=f"`{holder}` a layer")
        _make_layer(classes[0], tf, codemod)
    elif isinstance(call.func, cst.Name):
        codemod.say(what=f"`{holder}` an attribute")
        _keep_as_attribute(call.func, codemod)
    else:
        raise NoFix


def _make_keras_variable(call: cst.Call, tf: str, codemod: Codemod) -> None:
    """Make the variable one of Keras, which its layer tracks; those have to exist before a call."""
    method = function_around(call, codemod)
    if isinstance(method, cst.FunctionDef) and method.name.value == codemod.template("call"):
        raise NoFix
    first = codemod.template("value")
    allowed = codemod.template("arguments").split()
    for place, item in enumerate(call.args):
        name = item.keyword.value if item.keyword else ""
        if item.star or (place > 0 and not name) or (name and name not in (first, *allowed)):
            raise NoFix
        if item.keyword is not None and name == first:
            codemod.replace(item.keyword, codemod.template("initial"))
    codemod.say(what="it a Keras variable")
    codemod.replace(call.func, codemod.written("after", tf=tf))


def _make_layer(holder: cst.ClassDef, tf: str, codemod: Codemod) -> None:
    """Make a class that holds weights a layer: its base, its constructor and its call."""
    modules = [codemod.code(item.value) for item in holder.bases]
    if modules not in ([], [codemod.written("module", tf=tf)]) or holder.keywords:
        raise NoFix
    methods = {
        item.name.value: item for item in holder.body.body if isinstance(item, cst.FunctionDef)
    }
    made, called = methods.get("__init__"), methods.get("__call__")
    if made is None or called is None or not isinstance(made.body, cst.IndentedBlock):
        raise NoFix
    base = codemod.written("layer", tf=tf)
    if modules:
        codemod.replace(holder.bases[0].value, base)
    else:
        codemod.replace(holder.name, f"{holder.name.value}({base})")
    if codemod.template("super") not in (_code_of(item, codemod) for item in made.body.body):
        codemod.insert_before(made.body.body[0], codemod.template("super"))
    codemod.replace(called.name, codemod.template("call"))


def _keep_as_attribute(layer: cst.Name, codemod: Codemod) -> None:
    """Assign a global layer to an attribute of the model that calls it, which tracks it."""
    holder = codemod.enclosing(layer, cst.ClassDef)
    for method in holder.body.body:
        if not isinstance(method, cst.FunctionDef) or method.name.value != "__init__":
            continue
        for line in method.body.body:
            if _code_of(line, codemod) == codemod.template("super"):
                codemod.insert_after(line, f"self.{layer.value} = {layer.value}")
                return
    raise NoFix


def _code_of(line: cst.CSTNode, codemod: Codemod) -> str:
    part = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
    return codemod.code(part) if isinstance(part, cst.Expr) else ""
