"""Fixes of singular points, straight-through estimators and custom gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.imports import module_of, tensorflow_name
from tflintgrad.checks.fixes.registry import fixer

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("singular-point", "angle-of-cosine")
def keep_from_singularity(problem: Problem, codemod: Codemod) -> None:
    """Keep the argument of a root, norm or arc away from its singular point."""
    call = codemod.exact(problem.site, cst.Call)
    if not call.args or call.args[0].keyword or not isinstance(call.func, cst.Attribute):
        raise NoFix
    if not codemod.has(call.func.attr.value):
        raise NoFix
    options = "".join(f", {codemod.argument(item)}" for item in call.args[1:])
    argument = codemod.code(call.args[0].value)
    codemod.replace(
        call,
        codemod.written(
            call.func.attr.value,
            function=codemod.code(call.func),
            tf=module_of(call, codemod),
            argument=argument,
            options=options,
        ),
    )


@fixer("where-guarded-singularity")
def guard_argument(problem: Problem, codemod: Codemod) -> None:
    """Apply the condition to the argument as well: the double `where`."""
    singular = codemod.expression(problem.site)
    branch = codemod.expect(codemod.parent(singular), cst.Arg)
    where = codemod.expect(codemod.parent(branch), cst.Call)
    if len(where.args) != 3 or any(item.keyword or item.star for item in where.args):
        raise NoFix
    argument = _singular_argument(singular, codemod)
    template = "guard" if branch is where.args[1] else "guard_else"
    condition, code = codemod.code(where.args[0].value), codemod.code(argument)
    tf = module_of(where, codemod)
    codemod.replace(argument, codemod.written(template, tf=tf, condition=condition, argument=code))


def _singular_argument(node: cst.BaseExpression, codemod: Codemod) -> cst.BaseExpression:
    """Return the part of an expression whose value makes it singular; raises `NoFix`."""
    functions = codemod.written("functions").split()
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        if node.func.attr.value not in functions or not node.args:
            raise NoFix
        return node.args[0].value
    if isinstance(node, cst.BinaryOperation):
        if isinstance(node.operator, cst.Divide):
            return node.right
        if isinstance(node.operator, cst.Power):
            return node.left
    raise NoFix


@fixer("overflowing-exponential")
def use_stable_function(problem: Problem, codemod: Codemod) -> None:
    """Call the function that computes `log(1 + exp(x))` or `1 / (1 + exp(-x))` safely."""
    site = codemod.expression(problem.site)
    if isinstance(site, cst.Call) and len(site.args) == 1:
        template, inner = "softplus", site.args[0].value
    elif isinstance(site, cst.BinaryOperation) and isinstance(site.operator, cst.Divide):
        template, inner = "sigmoid", site.right
    else:
        raise NoFix
    exponential = codemod.expect(_beside_one(inner, codemod), cst.Call)
    if len(exponential.args) != 1:
        raise NoFix
    exponent = exponential.args[0].value
    if template == "sigmoid":
        if not _is_one(codemod.expect(site, cst.BinaryOperation).left, codemod):
            raise NoFix
        negative = codemod.expect(exponent, cst.UnaryOperation)
        codemod.expect(negative.operator, cst.Minus)
        exponent = negative.expression
    tf = module_of(exponential, codemod)
    codemod.replace(site, codemod.written(template, tf=tf, exponent=codemod.code(exponent)))


def _beside_one(node: cst.BaseExpression, codemod: Codemod) -> cst.BaseExpression:
    """Return the other term of a sum with 1; raises `NoFix`."""
    total = codemod.expect(node, cst.BinaryOperation)
    codemod.expect(total.operator, cst.Add)
    for one, other in ((total.left, total.right), (total.right, total.left)):
        if _is_one(one, codemod):
            return other
    raise NoFix


def _is_one(node: cst.BaseExpression, codemod: Codemod) -> bool:
    return codemod.code(node) in ("1", "1.0", "1.")


@fixer("zero-gradient-op")
def pass_straight_through(problem: Problem, codemod: Codemod) -> None:
    """Let the gradient pass as if the op were the identity."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) != 1 or call.args[0].keyword or call.args[0].star:
        raise NoFix
    argument = call.args[0].value
    if not isinstance(argument, (cst.Name, cst.Attribute)):
        raise NoFix  # it would be computed twice
    code = codemod.written(
        "estimator",
        tf=tensorflow_name(codemod),
        argument=codemod.code(argument),
        call=codemod.code(call),
    )
    codemod.replace(call, f"({code})")


@fixer("cancelled-straight-through")
def mend_estimator(problem: Problem, codemod: Codemod) -> None:
    """Turn `x + stop(f(x)) - x` into `x + stop(f(x) - x)`."""
    site = codemod.exact(problem.site, cst.BinaryOperation)
    codemod.expect(site.operator, cst.Subtract)
    total = codemod.expect(site.left, cst.BinaryOperation)
    codemod.expect(total.operator, cst.Add)
    stopped = codemod.expect(total.right, cst.Call)
    if len(stopped.args) != 1 or codemod.code(total.left) != codemod.code(site.right):
        raise NoFix
    signal, inner = codemod.code(site.right), codemod.code(stopped.args[0].value)
    codemod.replace(site, f"{signal} + {codemod.code(stopped.func)}({inner} - {signal})")


@fixer("upstream-ignored")
def multiply_upstream(problem: Problem, codemod: Codemod) -> None:
    """Multiply what the gradient function returns by the upstream gradient."""
    function = codemod.node(problem.site)
    if isinstance(function, cst.Lambda):
        returned = [function.body]
    elif isinstance(function, cst.FunctionDef):
        returned = [node.value for node in _returns(function) if node.value is not None]
    else:
        raise NoFix
    if len(function.params.params) != 1 or not returned:
        raise NoFix
    upstream = function.params.params[0].name.value
    codemod.say(upstream=upstream)
    for value in returned:
        if isinstance(value, (cst.Tuple, cst.List)) or upstream in codemod.code(value):
            raise NoFix
        codemod.replace(value, f"{upstream} * ({codemod.code(value)})")


def _returns(function: cst.FunctionDef) -> list[cst.Return]:
    """Return the `return` statements of a function whose body is one block; raises `NoFix`."""
    found: list[cst.Return] = []
    for line in function.body.body:
        if not isinstance(line, cst.SimpleStatementLine):
            raise NoFix
        found += [part for part in line.body if isinstance(part, cst.Return)]
    return found


@fixer("custom-gradient-bypassed")
def pass_by_position(problem: Problem, codemod: Codemod) -> None:
    """Pass the only argument by position."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) != 1 or call.args[0].keyword is None:
        raise NoFix
    function, argument = codemod.code(call.func), codemod.code(call.args[0].value)
    codemod.replace(call, f"{function}({argument})")
