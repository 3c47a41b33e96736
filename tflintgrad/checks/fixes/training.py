"""Fixes of models, losses and updates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.imports import module_of, tensorflow_name
from tflintgrad.checks.fixes.registry import fixer

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("ndarray-of-tensors")
def stack_tensors(problem: Problem, codemod: Codemod) -> None:
    """Stack a list of tensors instead of copying it into an array."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) != 1 or not isinstance(
        call.args[0].value, (cst.List, cst.ListComp, cst.Name)
    ):
        raise NoFix
    codemod.replace(call.func, codemod.written("stack", tf=tensorflow_name(codemod)))


@fixer("gradients-variables-mismatch")
def pair_with_sources(problem: Problem, codemod: Codemod) -> None:
    """Pair gradients with the sources of their query, or put the two into the right order."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) != 1:
        raise NoFix
    pairs = codemod.expect(call.args[0].value, cst.Call)
    if len(pairs.args) != 2 or codemod.code(pairs.func) != "zip":
        raise NoFix
    first, second = (item.value for item in pairs.args)
    if problem.query is None:
        codemod.replace(first, codemod.code(second))
        codemod.replace(second, codemod.code(first))
        return
    query = codemod.exact(problem.query.site, cst.Call)
    if len(query.args) < 2 or query.args[1].keyword is not None:
        raise NoFix
    codemod.replace(second, codemod.code(query.args[1].value))


@fixer("softmax-over-one")
def use_sigmoid(problem: Problem, codemod: Codemod) -> None:
    """Replace the activation of a single unit."""
    call = codemod.exact(problem.site, cst.Call)
    before, after = codemod.written("before"), codemod.written("after")
    for item in call.args:
        value = item.value
        if isinstance(value, cst.SimpleString) and value.raw_value == before:
            codemod.replace(value, f"{value.quote}{after}{value.quote}")


@fixer("bootstrapped-target")
def stop_target(problem: Problem, codemod: Codemod) -> None:
    """Stop the gradient of the target."""
    target = codemod.expression(problem.site)
    code = codemod.code(target)
    if target.lpar:
        raise NoFix
    codemod.replace(target, codemod.written("stop", tf=tensorflow_name(codemod), target=code))


@fixer("untracked-weight")
def make_keras_variable(problem: Problem, codemod: Codemod) -> None:
    """Make the variable one of Keras, which its layer tracks."""
    call = codemod.exact(problem.site, cst.Call)
    if not call.args or call.args[0].keyword is not None:
        raise NoFix
    if any(item.keyword is None or item.star for item in call.args[1:]):
        raise NoFix
    tf = module_of(call, codemod)
    if codemod.code(call.func) != codemod.written("before", tf=tf):
        raise NoFix
    allowed = codemod.written("arguments").split()
    if any(item.keyword and item.keyword.value not in allowed for item in call.args[1:]):
        raise NoFix
    codemod.replace(call.func, codemod.written("after", tf=tf))
