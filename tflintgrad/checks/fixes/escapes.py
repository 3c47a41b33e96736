"""Fixes of numbers that leave TensorFlow: through NumPy, Python's numbers, and `predict`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.counterparts import (
    call_as_function,
    counterpart,
    foreign_call,
    is_imported,
    is_passed_to_tensorflow,
    keep_members,
    keep_members_of_result,
    use_counterparts,
)
from tflintgrad.checks.fixes.editing.imports import module_behind, tensorflow_name, tensorflow_names
from tflintgrad.checks.fixes.editing.names import in_place_of, last_name, only_argument
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.knowledge.alternatives import alternatives_to
from tflintgrad.source.syntax.walk import nodes_in

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("numpy-escape")
def keep_tensor(problem: Problem, codemod: Codemod) -> None:
    """Drop a method that takes the numbers out of a tensor, and those that follow."""
    call = codemod.exact(problem.site, cst.Call)
    tensor = codemod.expect(call.func, cst.Attribute).value
    if call.args:
        raise NoFix
    keep(_with_extractors(call, codemod), tensor, codemod)


def _with_extractors(call: cst.Call, codemod: Codemod) -> cst.Call:
    """Return the whole of `x.numpy().item()`."""
    extractors = codemod.template("extractors").split()
    while True:
        method = codemod.parent(call)
        around = codemod.parent(method) if isinstance(method, cst.Attribute) else None
        if not isinstance(around, cst.Call) or around.args or around.func is not method:
            return call
        if last_name(around.func) not in extractors:
            return call
        call = around


@fixer("python-scalar")
def keep_scalar(problem: Problem, codemod: Codemod) -> None:
    """Drop `float`, or call TensorFlow's counterpart of a function of `math`."""
    call = codemod.exact(problem.site, cst.Call)
    name = last_name(call.func)
    if name in codemod.template("conversions").split():
        codemod.say(call=name)
        keep(call, only_argument(call), codemod)
    elif name in codemod.template("methods").split() and not call.args:
        codemod.say(call=name)
        keep(call, codemod.expect(call.func, cst.Attribute).value, codemod)
    elif name == codemod.template("mapped") and len(call.args) == 2:
        function = call.args[0].value
        if last_name(function) not in codemod.template("conversions").split():
            raise NoFix
        codemod.safe = False
        codemod.say(call=codemod.code(function))
        codemod.replace(call, in_place_of(call, call.args[1].value, codemod))
    else:
        codemod.say(call=codemod.code(call.func))
        replace_function(problem, call, codemod)


@fixer("stop-gradient-on-only-path")
def drop_stop(problem: Problem, codemod: Codemod) -> None:
    """Drop a call that stops the gradient."""
    call = codemod.exact(problem.site, cst.Call)
    codemod.say(call=codemod.code(call.func))
    if len(call.args) == 2 and last_name(call.args[0].value) == codemod.template("stop"):
        codemod.say(call=codemod.code(call.args[0].value))  # mapped over a structure
        codemod.replace(call, in_place_of(call, call.args[1].value, codemod))
        return
    keep(call, only_argument(call), codemod)


@fixer("variable-created-in-tape")
def drop_variable(problem: Problem, codemod: Codemod) -> None:
    """Use the tensor itself instead of a variable with its numbers."""
    call = codemod.exact(problem.site, cst.Call)
    if not call.args or call.args[0].star or (call.args[0].keyword and len(call.args) > 1):
        raise NoFix
    value = call.args[0].value
    if isinstance(value, cst.Lambda):
        value = value.body
    dtype = ""
    for item in call.args[1:]:
        name = item.keyword.value if item.keyword else ""
        if name == codemod.template("dtype"):
            dtype = codemod.code(item.value)
        elif name not in codemod.template("options").split():
            raise NoFix
    codemod.say(call=codemod.code(call.func))
    if dtype:
        tf, code = tensorflow_name(codemod), codemod.code(value)
        codemod.replace(call, codemod.written("cast", tf=tf, value=code, type=dtype))
    else:
        keep(call, value, codemod)


@fixer("numpy-function")
def use_counterpart(problem: Problem, codemod: Codemod) -> None:
    """Call TensorFlow's function of the same meaning."""
    call = codemod.exact(problem.site, cst.Call)
    name = last_name(call.func)
    if name in codemod.template("conversions").split() and is_imported(call.func, codemod):
        codemod.say(counterpart=codemod.template("itself"))
        codemod.safe = False
        keep(call, only_argument(call), codemod)
        return
    replace_function(problem, call, codemod)


def replace_function(problem: Problem, call: cst.Call, codemod: Codemod) -> None:
    """Replace the function of a call by TensorFlow's, and methods of its result; or `NoFix`."""
    written = module_behind(codemod.code(call.func), codemod)
    if not alternatives_to(written):
        op = problem.culprit.facts.get("op") if problem.culprit is not None else None
        if not isinstance(op, str):
            raise NoFix
        codemod.safe = False
        function = counterpart(op, call, codemod)
        codemod.say(counterpart=function)
        codemod.replace(_mention_of(op, codemod), function)
        return
    function = counterpart(written, call, codemod)
    codemod.say(counterpart=function)
    method = codemod.parent(call)
    if isinstance(method, cst.Attribute):
        arguments = ", ".join(codemod.argument(item) for item in call.args)
        call_as_function(method, f"{function}({arguments})", codemod)
        return
    _keep_uses(method, codemod)
    codemod.replace(call.func, function)


def _keep_uses(around: cst.CSTNode | None, codemod: Codemod) -> None:
    """Make the code around a new tensor compute with TensorFlow; raises `NoFix` if it cannot."""
    if isinstance(around, cst.Assign):
        keep_members(around, codemod)
    elif isinstance(around, cst.Return):
        keep_members_of_result(around, codemod)
    user = foreign_call(around, codemod)
    if user is not None:
        use_counterparts(user, codemod)


def _mention_of(op: str, codemod: Codemod) -> cst.BaseExpression:
    """Return the only place where the file names a function without calling it."""
    name = op.rpartition(".")[2]
    found = [
        node
        for node in nodes_in(codemod.tree)
        if isinstance(node, cst.Attribute)
        and node.attr.value == name
        and is_imported(node, codemod)
        and not isinstance(codemod.parent(node), (cst.Call, cst.Attribute))
        and codemod.code(node).partition(".")[0] not in tensorflow_names(codemod)
    ]
    if len(found) != 1:
        raise NoFix
    return found[0]


@fixer("predict-as-forward")
def call_model(problem: Problem, codemod: Codemod) -> None:
    """Call the model itself, or compute its loss."""
    call = codemod.exact(problem.site, cst.Call)
    method = codemod.expect(call.func, cst.Attribute)
    if not call.args or call.args[0].keyword:
        raise NoFix
    model, features = codemod.code(method.value), codemod.code(call.args[0].value)
    codemod.say(model=model)
    positional = [item for item in call.args if item.keyword is None and not item.star]
    if method.attr.value == codemod.template("evaluated") and len(positional) == 2:
        codemod.safe = False
        truth = codemod.code(positional[1].value)
        facts = {"model": model, "features": features, "truth": truth}
        codemod.replace(call, codemod.written("loss", **facts))
        return
    if method.attr.value not in codemod.template("methods").split() or len(positional) != 1:
        raise NoFix
    codemod.replace(call, f"{model}({features})")


def keep(call: cst.Call, inner: cst.BaseExpression, codemod: Codemod) -> None:
    """Replace a call by what it is called on; raises `NoFix` where a tensor would not do."""
    around = codemod.parent(call)
    if isinstance(around, cst.IfExp) and around.test is not call:
        other = around.orelse if around.body is call else around.body
        if not codemod.same(other, inner):
            raise NoFix  # a choice between two things
        codemod.safe = False
        codemod.replace(around, in_place_of(around, inner, codemod))
        return
    if isinstance(around, cst.Attribute):
        codemod.safe = False
        call_as_function(around, codemod.code(inner), codemod)
        return
    if isinstance(around, (cst.FormattedStringExpression, cst.NamedExpr, cst.IfExp)):
        raise NoFix  # numbers as text, methods of arrays
    if isinstance(around, cst.Assign) and _binds_itself(around, inner, codemod):
        _remove(around, codemod)
        return
    _keep_uses(around, codemod)
    is_operand = isinstance(around, (cst.BinaryOperation, cst.UnaryOperation))
    codemod.safe = codemod.safe and (is_operand or is_passed_to_tensorflow(around, codemod))
    codemod.replace(call, in_place_of(call, inner, codemod))


def _remove(statement: cst.Assign, codemod: Codemod) -> None:
    """Remove a statement, or the `if` that has only this statement."""
    line = codemod.line(statement)
    if len(codemod.block(line)) > 1:
        codemod.remove(line)
        return
    around = codemod.parent(codemod.parent(line) or line)
    if not isinstance(around, cst.If) or around.orelse is not None:
        raise NoFix
    codemod.safe = False
    codemod.remove(around)


def _binds_itself(statement: cst.Assign, inner: cst.BaseExpression, codemod: Codemod) -> bool:
    """True if only `name = name` would be left of an assignment."""
    return len(statement.targets) == 1 and codemod.same(statement.targets[0].target, inner)
