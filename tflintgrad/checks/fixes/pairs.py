"""Fixes of gradients that are paired with other variables than those of their query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.names import (
    bindings_in,
    function_around,
    is_parameter,
    is_plain,
    last_name,
    meaning,
    only_argument,
    uses,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.flow.domain import kinds
from tflintgrad.source.syntax.walk import names_in, nodes_in

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("gradients-variables-mismatch")
def pair_with_sources(problem: Problem, codemod: Codemod) -> None:
    """Pair gradients with the sources of their query, or put the two into the right order."""
    site = codemod.node(problem.site)
    if isinstance(site, cst.For):
        _swap(codemod.expect(site.iter, cst.Call), codemod)
        return
    call = codemod.expect(site, cst.Call)
    if problem.query is None:
        swapped = call if _is_zip(call) else codemod.expect(only_argument(call), cst.Call)
        _swap(swapped, codemod)
        return
    if problem.query.sources_value.kind is kinds.TENSOR:
        raise NoFix  # a gradient of data belongs to no variable
    query = codemod.exact(problem.query.site, cst.Call)
    if len(query.args) < 2 or query.args[1].keyword is not None:
        raise NoFix
    sources = query.args[1].value
    loop = next((item for item in codemod.ancestors(call) if isinstance(item, cst.For)), None)
    if last_name(call.func) in codemod.template("updates").split():
        if loop is not None and _is_zip(loop.iter):
            _take_sources(codemod.expect(loop.iter, cst.Call), query, sources, codemod)
        else:
            _uncross(call, query, sources, codemod)
        return
    pairs = meaning(only_argument(call), codemod)
    if _is_zip(pairs):
        _take_sources(codemod.expect(pairs, cst.Call), query, sources, codemod)
    elif isinstance(pairs, (cst.List, cst.Tuple)):
        for element in pairs.elements:
            _uncross_pair(codemod.expect(element.value, cst.Tuple), query, sources, codemod)
    else:
        raise NoFix


def _is_zip(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and last_name(node.func) == "zip" and len(node.args) == 2


def _swap(pairs: cst.Call, codemod: Codemod) -> None:
    """Exchange the two lists of a `zip`."""
    if not _is_zip(pairs):
        raise NoFix
    first, second = (item.value for item in pairs.args)
    codemod.replace(first, codemod.code(second))
    codemod.replace(second, codemod.code(first))


def _take_sources(
    pairs: cst.Call, query: cst.Call, sources: cst.BaseExpression, codemod: Codemod
) -> None:
    """Pair the gradients with the sources of the query."""
    if isinstance(meaning(sources, codemod), cst.Call):
        raise NoFix  # no list of variables
    scope = function_around(query, codemod)
    if function_around(pairs, codemod) is not scope and any(
        is_parameter(name, scope) or bindings_in(scope, name, codemod)
        for name in names_in(sources) - {"self"}
    ):
        raise NoFix  # the sources are not known there
    first, second = (item.value for item in pairs.args)
    statement = codemod.parent(query)
    if isinstance(statement, cst.Assign) and codemod.same(statement.targets[0].target, second):
        first, second = second, first
    own = _unused_gradients_of(second, query, codemod)
    if own is not None and function_around(pairs, codemod) is scope:
        codemod.replace(first, own)  # the gradients of another query were applied twice
    else:
        codemod.replace(second, codemod.code(sources))


def _unused_gradients_of(
    variables: cst.BaseExpression, query: cst.Call, codemod: Codemod
) -> str | None:
    """Return the name of the gradients of variables that the function requests and pairs never."""
    found = set()
    for node in codemod.nodes_in_function(query):
        if not isinstance(node, cst.Assign):
            continue
        value = node.value
        if value is query or not isinstance(value, cst.Call) or len(value.args) < 2:
            continue
        is_query = last_name(value.func) == last_name(query.func)
        if is_query and codemod.same(value.args[1].value, variables):
            target = node.targets[0].target
            if not any(isinstance(codemod.parent(use), cst.Arg) for use in uses(target, codemod)):
                found.add(codemod.code(target))
    return found.pop() if len(found) == 1 else None


def _gradient_names(query: cst.Call, codemod: Codemod) -> list[cst.BaseExpression]:
    """Return the names to which the results of a query are unpacked; raises `NoFix`."""
    statement = codemod.expect(codemod.parent(query), cst.Assign)
    target = statement.targets[0].target
    if not isinstance(target, (cst.Tuple, cst.List)):
        raise NoFix
    return [item.value for item in target.elements]


def _right_gradient(
    variable: cst.BaseExpression,
    query: cst.Call,
    sources: cst.BaseExpression,
    codemod: Codemod,
) -> str:
    """Return the name of the gradient for a variable; raises `NoFix`."""
    listed = meaning(sources, codemod)
    if not isinstance(listed, (cst.List, cst.Tuple)):
        raise NoFix
    names = _gradient_names(query, codemod)
    for item, name in zip(listed.elements, names, strict=False):
        if codemod.same(item.value, variable):
            return codemod.code(name)
    raise NoFix


def _uncross_pair(
    pair: cst.Tuple, query: cst.Call, sources: cst.BaseExpression, codemod: Codemod
) -> None:
    """Put the right gradient into a pair that the program writes."""
    if len(pair.elements) != 2:
        raise NoFix
    gradient, variable = (item.value for item in pair.elements)
    right = _right_gradient(variable, query, sources, codemod)
    if codemod.code(gradient) != right:
        codemod.replace(gradient, right)


def _uncross(
    update: cst.Call, query: cst.Call, sources: cst.BaseExpression, codemod: Codemod
) -> None:
    """Update a variable by its own gradient: `a.assign_sub(rate * to_a)`."""
    variable = codemod.expect(update.func, cst.Attribute).value
    if not is_plain(variable):
        raise NoFix
    if isinstance(variable, cst.Subscript):
        _use_same_key(update, variable, codemod)
        return
    right = _right_gradient(variable, query, sources, codemod)
    names = [codemod.code(name) for name in _gradient_names(query, codemod)]
    wrong = [
        node
        for item in update.args
        for node in nodes_in(item.value)
        if isinstance(node, cst.Name) and node.value in names
    ]
    if len(wrong) != 1:
        raise NoFix
    codemod.replace(wrong[0], right)


def _use_same_key(update: cst.Call, variable: cst.Subscript, codemod: Codemod) -> None:
    """Read the gradient under the key of the variable."""
    items = [
        node
        for item in update.args
        for node in nodes_in(item.value)
        if isinstance(node, cst.Subscript)
    ]
    if len(items) != 1:
        raise NoFix
    codemod.replace(items[0].slice[0], codemod.code(variable.slice[0]))
