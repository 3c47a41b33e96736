"""Fixes of singular points: a margin, a guard, or the function that has no singular point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.imports import module_of, tensorflow_name
from tflintgrad.checks.fixes.editing.names import (
    is_plain,
    is_steady,
    last_name,
    meaning,
    module_before,
    only_argument,
    operand,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.checks.numerics.singular_ops import undefined_reason
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.activations import probabilities_of
from tflintgrad.flow.properties.ranges import inputs_of

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("singular-point", "angle-of-cosine")
def keep_from_singularity(problem: Problem, codemod: Codemod) -> None:
    """Keep the argument of a function or operator away from its singular point."""
    site = codemod.expression(problem.site)
    if problem.culprit is not None and undefined_reason(problem.culprit) is not None:
        raise NoFix  # it is undefined everywhere
    if isinstance(site, cst.BinaryOperation):
        _keep_operand(site, codemod)
        return
    call = codemod.expect(site, cst.Call)
    name = last_name(call.func)
    if not call.args or call.args[0].keyword or not codemod.has(name):
        raise NoFix
    argument = call.args[0].value
    needs_two = "{other}" in codemod.template(name)
    rest = call.args[2:] if needs_two else call.args[1:]
    other = call.args[1].value if needs_two and len(call.args) > 1 else argument
    if needs_two and not (is_plain(argument) and is_plain(other)):
        raise NoFix  # they are written twice
    code = operand if "{argument} +" in codemod.template(name) else _code
    codemod.replace(
        call,
        codemod.written(
            name,
            function=codemod.code(call.func),
            module=module_before(call.func, codemod),
            tf=tensorflow_name(codemod),
            argument=code(argument, codemod),
            other=codemod.code(other),
            options="".join(f", {codemod.argument(item)}" for item in rest),
        ),
    )


def _code(node: cst.BaseExpression, codemod: Codemod) -> str:
    return codemod.code(node)


def _keep_operand(site: cst.BinaryOperation, codemod: Codemod) -> None:
    """Keep a divisor or the base of a power from zero."""
    left, right = codemod.code(site.left), codemod.code(site.right)
    tf = tensorflow_name(codemod)
    if isinstance(site.operator, cst.Divide):
        code = codemod.written("/", tf=tf, left=left, right=right)
    elif isinstance(site.operator, cst.Power):
        code = codemod.written("**", left=operand(site.left, codemod), right=right)
    else:
        raise NoFix
    codemod.replace(site, f"({code})" if site.lpar else code)


@fixer("where-guarded-singularity")
def guard_argument(problem: Problem, codemod: Codemod) -> None:
    """Apply the condition to the argument as well: the double `where`."""
    singular = codemod.expression(problem.site)
    chosen = problem.facts.get("where")
    where = codemod.exact(chosen.site if isinstance(chosen, Value) else None, cst.Call)
    if len(where.args) != 3 or any(item.keyword or item.star for item in where.args):
        raise NoFix
    argument = _singular_argument(singular, codemod)
    condition = _condition_at(where, argument, codemod)
    template = "guard" if problem.facts.get("is_first") else "guard_else"
    ones = last_name(singular.func) if isinstance(singular, cst.Call) else ""
    codemod.replace(
        argument,
        codemod.written(
            template,
            where=codemod.code(where.func),
            condition=codemod.code(condition),
            argument=codemod.code(argument),
            filler=codemod.written(
                "zeros" if ones in codemod.written("at_one").split() else "ones",
                module=module_before(where.func, codemod),
                argument=codemod.code(argument),
            ),
        ),
    )


def _condition_at(where: cst.Call, argument: cst.CSTNode, codemod: Codemod) -> cst.BaseExpression:
    """Return the condition of a `where` as it can be written at the argument; raises `NoFix`."""
    written = where.args[0].value
    for condition in (written, meaning(written, codemod)):
        is_inside = where in codemod.ancestors(argument)
        if is_inside or is_steady(condition, argument, where, codemod):
            return condition
    raise NoFix


def _singular_argument(node: cst.BaseExpression, codemod: Codemod) -> cst.BaseExpression:
    """Return the part of an expression whose value makes it singular; raises `NoFix`."""
    functions = codemod.written("functions").split()
    if isinstance(node, cst.Call):
        place = int(last_name(node.func) in codemod.written("by_second").split())
        if last_name(node.func) not in functions or len(node.args) <= place:
            raise NoFix
        if any(item.keyword or item.star for item in node.args[: place + 1]):
            raise NoFix
        return node.args[place].value
    if isinstance(node, cst.BinaryOperation):
        if isinstance(node.operator, cst.Divide):
            return node.right
        if isinstance(node.operator, cst.Power):
            return node.left
    raise NoFix


@fixer("log-of-softmax")
def fuse_logarithm(problem: Problem, codemod: Codemod) -> None:
    """Fuse a logarithm with the softmax or sigmoid before it, or add a margin to its argument."""
    if problem.rule.endswith("/half"):
        raise NoFix  # the precision of the layer has to change
    log = codemod.exact(problem.site, cst.Call)
    argument = only_argument(log)
    fused = _fused(problem, log, argument, codemod)
    if fused is None:
        codemod.safe = False
        code = operand(argument, codemod)
        fused = codemod.written("margin", function=codemod.code(log.func), argument=code)
    codemod.replace(log, fused)


def _fused(
    problem: Problem, log: cst.Call, argument: cst.BaseExpression, codemod: Codemod
) -> str | None:
    """Return the call of the fused function; None if the probabilities are made elsewhere."""
    inner = meaning(argument, codemod)
    sign = ""
    if isinstance(inner, cst.BinaryOperation) and isinstance(inner.operator, cst.Subtract):
        if not _is_one(inner.left, codemod):
            return None
        inner, sign = meaning(inner.right, codemod), "-"
    if not isinstance(inner, cst.Call) or not inner.args or inner.args[0].keyword:
        return None
    if not _makes_probabilities(problem, inner, codemod):
        return None
    name = last_name(inner.func)
    template = f"log_{name}"
    if not codemod.has(template) or (sign and name != codemod.written("complement")):
        return None
    if not is_steady(cst.Tuple([cst.Element(a.value) for a in inner.args]), inner, log, codemod):
        return None
    first = operand(inner.args[0].value, codemod) if sign else codemod.argument(inner.args[0])
    arguments = ", ".join([f"{sign}{first}", *(codemod.argument(item) for item in inner.args[1:])])
    try:
        where = f"{module_of(log, codemod)}.{codemod.written(f'{template}_in')}"
    except NoFix:
        if not isinstance(log.func, cst.Attribute):
            where = f"{tensorflow_name(codemod)}.{codemod.written(f'{template}_in')}"
        else:
            where = module_before(log.func, codemod)
    return codemod.written(template, module=where, arguments=arguments)


def _makes_probabilities(problem: Problem, call: cst.Call, codemod: Codemod) -> bool:
    """True if the graph knows that this call makes the probabilities."""
    inputs = inputs_of(problem.culprit) if problem.culprit is not None else ()
    parts = [part for value in inputs for part in (value, *inputs_of(value))]
    for value in parts:
        found = probabilities_of(value)
        if found is not None and found.bare and found.made.site is not None:
            return codemod.node(found.made.site) is call
    return False


@fixer("overflowing-exponential")
def use_stable_function(problem: Problem, codemod: Codemod) -> None:
    """Call the function that computes a softplus, sigmoid, softmax or logsumexp safely."""
    site = codemod.expression(problem.site)
    if isinstance(site, cst.Call) and len(site.args) == 1:
        inner = meaning(site.args[0].value, codemod)
        if isinstance(inner, cst.Call):
            code = _logsumexp(inner, codemod)
        else:
            code = _written("softplus", _exponent(_beside_one(inner, codemod), codemod), codemod)
    else:
        above, below = _division(site, codemod)
        if _is_one(above, codemod):
            exponent = _exponent(_beside_one(meaning(below, codemod), codemod), codemod)
            negative = codemod.expect(exponent, cst.UnaryOperation)
            codemod.expect(negative.operator, cst.Minus)
            code = _written("sigmoid", negative.expression, codemod)
        else:
            code = _softmax(above, below, codemod)
    codemod.replace(site, f"({code})" if site.lpar else code)


def _written(template: str, exponent: cst.BaseExpression, codemod: Codemod) -> str:
    tf = tensorflow_name(codemod)
    return codemod.written(template, tf=tf, exponent=codemod.code(exponent))


def _division(
    site: cst.BaseExpression, codemod: Codemod
) -> tuple[cst.BaseExpression, cst.BaseExpression]:
    """Return what is above and below the line of a division; raises `NoFix`."""
    if isinstance(site, cst.BinaryOperation) and isinstance(site.operator, cst.Divide):
        return site.left, site.right
    call = codemod.expect(site, cst.Call)
    if len(call.args) != 2 or any(item.keyword or item.star for item in call.args):
        raise NoFix
    return call.args[0].value, call.args[1].value


def _exponent(node: cst.BaseExpression, codemod: Codemod) -> cst.BaseExpression:
    """Return x of `exp(x)`; raises `NoFix`."""
    exponential = codemod.expect(meaning(node, codemod), cst.Call)
    if last_name(exponential.func) != codemod.written("exponential"):
        raise NoFix
    return only_argument(exponential)


def _summed(call: cst.Call, codemod: Codemod) -> tuple[cst.BaseExpression, dict[str, str]]:
    """Return what a sum takes, and its options; raises `NoFix`."""
    if last_name(call.func) not in codemod.written("sums").split() or not call.args:
        raise NoFix
    options: dict[str, str] = {}
    for item in call.args[1:]:
        if item.keyword is None:
            raise NoFix
        options[item.keyword.value] = codemod.code(item.value)
    return call.args[0].value, options


def _logsumexp(total: cst.Call, codemod: Codemod) -> str:
    summand, options = _summed(total, codemod)
    exponent = codemod.code(_exponent(summand, codemod))
    arguments = ", ".join([exponent, *(f"{name}={code}" for name, code in options.items())])
    return codemod.written("logsumexp", tf=tensorflow_name(codemod), arguments=arguments)


def _softmax(above: cst.BaseExpression, below: cst.BaseExpression, codemod: Codemod) -> str:
    """Return the softmax for `exp(x) / reduce_sum(exp(x), axis=a, keepdims=True)`."""
    summand, options = _summed(codemod.expect(meaning(below, codemod), cst.Call), codemod)
    exponent = _exponent(above, codemod)
    if not codemod.same(exponent, _exponent(summand, codemod)):
        raise NoFix
    if options.pop("keepdims", "") != "True" or set(options) != {"axis"}:
        raise NoFix
    tf, code = tensorflow_name(codemod), codemod.code(exponent)
    return codemod.written("softmax", tf=tf, exponent=code, axis=options["axis"])


def _beside_one(node: cst.BaseExpression, codemod: Codemod) -> cst.BaseExpression:
    """Return the other term of a sum with 1; raises `NoFix`."""
    total = codemod.expect(node, cst.BinaryOperation)
    codemod.expect(total.operator, cst.Add)
    for one, other in ((total.left, total.right), (total.right, total.left)):
        if _is_one(one, codemod):
            return other
    raise NoFix


def _is_one(node: cst.BaseExpression, codemod: Codemod) -> bool:
    return isinstance(node, (cst.Integer, cst.Float)) and float(node.evaluated_value) == 1.0
