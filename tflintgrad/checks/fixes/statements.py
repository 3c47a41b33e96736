"""Fixes of assignments: to variables, totals, arrays and lists of gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import libcst as cst

from tflintgrad.checks.fixes.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.registry import fixer

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem

#: The templates of updates that take only the step.
_STEPS: Final[dict[type[cst.CSTNode], str]] = {
    cst.Add: "add",
    cst.AddAssign: "add",
    cst.Subtract: "subtract",
    cst.SubtractAssign: "subtract",
}
_LISTS: Final = (cst.List, cst.Tuple, cst.Dict, cst.ListComp, cst.DictComp, cst.GeneratorExp)
#: The operators of augmented assignments to which variables have no method.
_OPERATORS: Final[dict[type[cst.CSTNode], str]] = {
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
}


@fixer("variable-rebound")
def assign_to_variable(problem: Problem, codemod: Codemod) -> None:
    """Turn `w = w - step` into an update of the variable."""
    site = codemod.node(problem.site)
    if isinstance(site, cst.AugAssign):
        _update_in_place(site, codemod)
        return
    statement = _assignment(problem.site, codemod)
    name = _variable(statement.targets[0].target, codemod)
    codemod.replace(statement, _update(name, statement.value, codemod))


@fixer("augmented-assign-to-variable")
def update_variable(problem: Problem, codemod: Codemod) -> None:
    """Turn `w -= step` into an update of the variable."""
    site = codemod.node(problem.site)
    found = site if isinstance(site, cst.AugAssign) else codemod.enclosing(site, cst.AugAssign)
    _update_in_place(found, codemod)


def _update_in_place(found: cst.AugAssign, codemod: Codemod) -> None:
    name = _variable(found.target, codemod)
    step = codemod.code(found.value)
    template = _STEPS.get(type(found.operator))
    if template is not None:
        codemod.replace(found, codemod.written(template, variable=name, step=step))
        return
    operator = _OPERATORS.get(type(found.operator))
    if operator is None:
        raise NoFix
    if not isinstance(found.value, (cst.Name, cst.Attribute, cst.Call, cst.Float, cst.Integer)):
        step = f"({step})"
    whole = f"{name} {operator} {step}"
    codemod.replace(found, codemod.written("assign", variable=name, value=whole))


@fixer("overwritten-accumulator")
def add_to_total(problem: Problem, codemod: Codemod) -> None:
    """Turn `total = term` into `total += term`, and an assignment to a buffer into a sum."""
    site = codemod.node(problem.site)
    if isinstance(site, cst.Call):
        method = codemod.expect(site.func, cst.Attribute)
        codemod.safe = False  # something has to clear the buffer after each step
        codemod.say(total=codemod.code(method.value))
        codemod.replace(method.attr, codemod.written("method"))
        return
    statement = _assignment(problem.site, codemod)
    total = _variable(statement.targets[0].target, codemod)
    if isinstance(statement.value, _LISTS) or problem.query is None:
        raise NoFix  # `+=` would join lists of gradients
    term = codemod.code(statement.value)
    codemod.replace(statement, codemod.written("add", total=total, term=term))


@fixer("dropped-tensorarray-write")
def keep_write(problem: Problem, codemod: Codemod) -> None:
    """Bind the name of the array to the result of the write."""
    call = codemod.exact(problem.site, cst.Call)
    line = codemod.line(call)
    receiver = codemod.expect(call.func, cst.Attribute).value
    if not isinstance(line.body[0], cst.Expr) or not isinstance(receiver, cst.Name):
        raise NoFix
    array = codemod.code(receiver)
    codemod.replace(call, codemod.written("keep", array=array, write=codemod.code(call)))


@fixer("clipped-pair-as-gradients")
def unpack_pair(problem: Problem, codemod: Codemod) -> None:
    """Unpack the pair where a name is bound to it, or take its first part."""
    pair = codemod.exact(problem.culprit.site if problem.culprit else None, cst.Call)
    around = codemod.parent(pair)
    if isinstance(around, cst.Assign) and len(around.targets) == 1:
        name = codemod.expect(around.targets[0].target, cst.Name)
        codemod.replace(name, f"{codemod.code(name)}, _")
    else:
        codemod.replace(pair, f"{codemod.code(pair)}[0]")


def _assignment(site: cst.CSTNode, codemod: Codemod) -> cst.Assign:
    """Return the assignment to one name that a node is in; raises `NoFix`."""
    node = codemod.node(site)
    found = node if isinstance(node, cst.Assign) else codemod.enclosing(node, cst.Assign)
    if len(found.targets) != 1 or len(codemod.line(found).body) != 1:
        raise NoFix
    return found


def _variable(target: cst.BaseExpression, codemod: Codemod) -> str:
    """Return the code of a variable that an assignment names; raises `NoFix`."""
    if not isinstance(target, (cst.Name, cst.Attribute, cst.Subscript)):
        raise NoFix
    return codemod.code(target)


def _update(name: str, value: cst.BaseExpression, codemod: Codemod) -> str:
    """Return the update of a variable to a new value, by a step if that is what is written."""
    if isinstance(value, cst.BinaryOperation) and codemod.code(value.left) == name:
        template = _STEPS.get(type(value.operator))
        if template is not None and not value.lpar:
            return codemod.written(template, variable=name, step=codemod.code(value.right))
    if isinstance(value, _LISTS):
        raise NoFix
    codemod.safe = False  # the new value may have another shape
    return codemod.written("assign", variable=name, value=codemod.code(value))
