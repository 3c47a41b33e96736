"""Fixes of losses: logits and probabilities, losses of layers, and loss scales."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.calls import has_argument, with_argument, without_argument
from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.imports import tensorflow_name
from tflintgrad.checks.fixes.editing.names import (
    in_place_of,
    last_name,
    meaning,
    only_argument,
    uses,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.checks.fixes.tapes import query_of, tape_block
from tflintgrad.flow.domain.values import Value

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("probabilities-as-logits")
def drop_activation(problem: Problem, codemod: Codemod) -> None:
    """Drop the activation whose result goes into a loss of logits."""
    made = problem.facts.get("activated")
    if not isinstance(made, Value):
        raise NoFix
    layer = made.facts.get("layer")
    call = codemod.exact(layer.site if layer is not None else made.site, cst.Call)
    option = codemod.template("option")
    is_column = isinstance(codemod.parent(call), cst.Subscript)
    if is_column and last_name(call.func) == codemod.template("rows"):
        raise NoFix  # one of the logits is not the logit of one of the probabilities
    if layer is None:
        codemod.replace(call, in_place_of(call, only_argument(call), codemod))
    elif has_argument(call, option):
        without_argument(call, option, codemod)
    elif last_name(call.func) in codemod.template("layers").split():
        codemod.replace(call, codemod.written("linear", tf=tensorflow_name(codemod)))
    else:
        raise NoFix


@fixer("logits-as-probabilities")
def expect_logits(problem: Problem, codemod: Codemod) -> None:
    """Let the loss expect logits."""
    call = codemod.exact(problem.site, cst.Call)
    name, code = codemod.template("option"), codemod.template("argument")
    loss = _loss(problem, call, codemod)
    if isinstance(loss, cst.SimpleString):
        template = str(loss.evaluated_value)
        codemod.replace(loss, codemod.written(template, tf=tensorflow_name(codemod)))
        return
    made = codemod.expect(loss, cst.Call)
    for item in made.args:
        if item.keyword is not None and item.keyword.value == name:
            codemod.replace(item.value, "True")
            return
    with_argument(made, code, codemod)


def _loss(problem: Problem, call: cst.Call, codemod: Codemod) -> cst.BaseExpression:
    """Return the loss that a call of it, or of `compile`, uses; raises `NoFix`."""
    if last_name(call.func) == codemod.template("compile"):
        found = [item.value for item in call.args if item.keyword and item.keyword.value == "loss"]
        found += [call.args[1].value] if not found and len(call.args) > 1 else []
        options = [meaning(item, codemod) for item in found]
        parts = [part for item in options for part in _parts(item)]
        known = [part for part in parts if _is_cross_entropy(part, codemod)]
        if len(known) != 1:
            raise NoFix
        return known[0]
    if _is_cross_entropy(call, codemod):
        return call
    loss = problem.path[-1].facts.get("loss") if problem.path else None
    made = codemod.exact(loss.site if loss is not None else None, cst.Call)
    if not _is_cross_entropy(made, codemod):
        raise NoFix
    return made


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """Return the losses of several outputs, or the only one."""
    if isinstance(node, (cst.List, cst.Tuple, cst.Dict)):
        return [item.value for item in node.elements]
    return [node]


def _is_cross_entropy(node: cst.BaseExpression, codemod: Codemod) -> bool:
    if isinstance(node, cst.SimpleString):
        return codemod.has(str(node.evaluated_value))
    word = codemod.template("word")
    return isinstance(node, cst.Call) and word in last_name(node.func).lower()


@fixer("losses-left-out")
def add_losses(problem: Problem, codemod: Codemod) -> None:
    """Add the losses of the model to the target, at the end of the tape's block."""
    query = query_of(problem)
    call = codemod.exact(query.site, cst.Call)
    if len(call.args) < 2:
        raise NoFix
    loss = codemod.expect(call.args[0].value, cst.Name)
    sources = codemod.expect(meaning(call.args[1].value, codemod), cst.Attribute)
    block = tape_block(query, codemod)
    codemod.insert_after(
        block.body[-1],
        codemod.written(
            "add",
            loss=loss.value,
            tf=tensorflow_name(codemod),
            model=codemod.code(sources.value),
        ),
    )


@fixer("loss-not-scaled")
def scale_loss(problem: Problem, codemod: Codemod) -> None:
    """Scale the loss at the end of the tape's block."""
    query = query_of(problem)
    call = codemod.exact(query.site, cst.Call)
    loss = codemod.expect(call.args[0].value if call.args else None, cst.Name)
    update = codemod.exact(problem.site, cst.Call)
    optimizer = codemod.code(codemod.expect(update.func, cst.Attribute).value)
    if _is_processed(call, update, codemod):
        raise NoFix  # clipping, for instance, would see the scaled gradients
    block = tape_block(query, codemod)
    line = codemod.written("scale", loss=loss.value, optimizer=optimizer)
    codemod.insert_after(block.body[-1], line)


def _is_processed(query: cst.Call, update: cst.Call, codemod: Codemod) -> bool:
    """True if the gradients of a query go through other code before the optimizer gets them."""
    statement = codemod.parent(query)
    if not isinstance(statement, cst.Assign):
        return False  # they are arguments of the update
    return any(
        update not in codemod.ancestors(use) and not _is_returned(use, codemod)
        for use in uses(statement.targets[0].target, codemod)
    )


def _is_returned(node: cst.CSTNode, codemod: Codemod) -> bool:
    return any(isinstance(item, cst.Return) for item in codemod.ancestors(node))
