"""Fixes of straight-through estimators and custom gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.calls import only_function
from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.imports import tensorflow_name
from tflintgrad.checks.fixes.editing.names import (
    bindings_in,
    fresh_name,
    function_around,
    is_plain,
    last_name,
    meaning,
    only_argument,
    operand,
    statement_of,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.source.syntax.walk import names_in, nodes_in

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("zero-gradient-op")
def pass_straight_through(problem: Problem, codemod: Codemod) -> None:
    """Let the gradient pass as if the op were the identity."""
    call = codemod.exact(problem.site, cst.Call)
    argument = only_argument(call)
    code = codemod.code(argument)
    if not is_plain(argument) or isinstance(argument, cst.BinaryOperation):
        name = fresh_name("signal", codemod)
        codemod.insert_before(statement_of(call, codemod), f"{name} = {code}")
        code = name
    written = codemod.written(
        "estimator",
        tf=tensorflow_name(codemod),
        argument=code,
        call=f"{codemod.code(call.func)}({code})",
    )
    codemod.replace(call, f"({written})")


@fixer("cancelled-straight-through")
def mend_estimator(problem: Problem, codemod: Codemod) -> None:
    """Turn a sum of a hard value and twice its signal into `x + stop(f(x) - x)`."""
    site = codemod.expression(problem.site)
    terms = _terms(site, 1, codemod)
    if len(terms) != 3:
        raise NoFix
    for place, (_, hard) in enumerate(terms):
        (sign, signal), (other, again) = [term for i, term in enumerate(terms) if i != place]
        if terms[place][0] == 1 and sign == -other and codemod.same(signal, again):
            code = operand(signal, codemod)
            tf = tensorflow_name(codemod)
            facts = {"tf": tf, "signal": code, "hard": operand(hard, codemod)}
            written = codemod.written("estimator", **facts)
            codemod.replace(site, f"({written})" if site.lpar else written)
            return
    raise NoFix


def _terms(
    node: cst.BaseExpression, sign: int, codemod: Codemod
) -> list[tuple[int, cst.BaseExpression]]:
    """Return the terms of a sum with their signs, also those of a stopped one."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, (cst.Add, cst.Subtract)):
        after = sign if isinstance(node.operator, cst.Add) else -sign
        return _terms(node.left, sign, codemod) + _terms(node.right, after, codemod)
    name = last_name(node.func) if isinstance(node, cst.Call) else ""
    if isinstance(node, cst.Call) and name == codemod.template("stop"):
        return _terms(only_argument(node), sign, codemod)
    if isinstance(node, cst.Call) and name in codemod.template("sums").split():
        if len(node.args) != 2 or any(item.keyword or item.star for item in node.args):
            raise NoFix
        after = -sign if name == codemod.template("difference") else sign
        first, second = (item.value for item in node.args)
        return _terms(first, sign, codemod) + _terms(second, after, codemod)
    return [(sign, node)]


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
    parameters = function.params.params
    if not parameters or any(item.default is None for item in parameters[1:]) or not returned:
        raise NoFix
    upstream = parameters[0].name.value
    codemod.say(upstream=upstream)
    replaced = bindings_in(function, upstream, codemod)
    if replaced:
        for statement in replaced:
            codemod.remove(codemod.line(codemod.expect(statement, cst.Assign)))
        return
    for value in returned:
        if isinstance(value, (cst.Tuple, cst.List)) or upstream in names_in(value):
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


def _all_returns(function: cst.CSTNode, codemod: Codemod) -> list[cst.Return]:
    """Return the `return` statements of a function, without those of functions inside."""
    found = [node for node in nodes_in(function) if isinstance(node, cst.Return)]
    return [node for node in found if function_around(node, codemod) is function]


@fixer("custom-gradient-bypassed")
def pass_by_position(problem: Problem, codemod: Codemod) -> None:
    """Pass all arguments by position, in the order of the function's parameters."""
    call = codemod.exact(problem.site, cst.Call)
    passed = {item.keyword.value: codemod.code(item.value) for item in call.args if item.keyword}
    if not passed or len(passed) != len(call.args):
        raise NoFix
    arguments = list(passed.values())
    if len(passed) > 1:
        parameters = only_function(last_name(call.func), codemod).params.params
        names = [item.name.value for item in parameters]
        if set(names) != set(passed):
            raise NoFix
        arguments = [passed[name] for name in names]
    codemod.replace(call, f"{codemod.code(call.func)}({', '.join(arguments)})")


@fixer("missing-variables-argument")
def answer_for_variables(problem: Problem, codemod: Codemod) -> None:
    """Take `variables`, compute the result again in a tape of its own, and return its gradients."""
    gradient = codemod.exact(problem.site, cst.FunctionDef)
    function = problem.facts.get("function")
    around = codemod.node(function if isinstance(function, cst.CSTNode) else None)
    returned = _all_returns(around, codemod)
    parameters = gradient.params.params
    if len(returned) != 1 or len(parameters) != 1 or gradient.params.star_kwarg is not None:
        raise NoFix
    pair = codemod.expect(returned[0].value, cst.Tuple)
    forward = meaning(pair.elements[0].value, codemod)
    answers = _all_returns(gradient, codemod)
    if len(answers) != 1 or answers[0].value is None:
        raise NoFix
    tf, tape = tensorflow_name(codemod), fresh_name("inner_tape", codemod)
    output = fresh_name("output", codemod)
    upstream = parameters[0].name.value
    codemod.replace(parameters[0], f"{upstream}, {codemod.template('parameter')}")
    line = codemod.line(answers[0])
    inside = codemod.written("output", output=output, forward=codemod.code(forward))
    head = codemod.written("inner", tf=tf, tape=tape)
    codemod.insert_before(line, f"{head}\n{codemod.tree.default_indent}{inside}")
    gradients = codemod.code(answers[0].value)
    facts = {"gradients": gradients, "tape": tape, "output": output, "upstream": upstream}
    codemod.replace(answers[0].value, codemod.written("answer", **facts))
