"""Fixes of tensors that are collected in arrays and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.counterparts import keep_members
from tflintgrad.checks.fixes.editing.imports import tensorflow_name
from tflintgrad.checks.fixes.editing.names import (
    bindings_in,
    function_around,
    last_name,
    only_argument,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.source.syntax.walk import nodes_in

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("ndarray-of-tensors")
def stack_tensors(problem: Problem, codemod: Codemod) -> None:
    """Stack tensors instead of copying them into an array."""
    site = codemod.node(problem.site)
    statement = site if isinstance(site, cst.Assign) else codemod.parent(site)
    if isinstance(statement, cst.AssignTarget):
        statement = codemod.parent(statement)
    if isinstance(statement, cst.Assign) and isinstance(statement.targets[0].target, cst.Subscript):
        _fill_a_list(statement, codemod)
        return
    call = codemod.expect(site, cst.Call)
    if len(call.args) != 1 or call.args[0].star:
        raise NoFix
    if not isinstance(call.args[0].value, (cst.List, cst.ListComp, cst.Name, cst.Call)):
        raise NoFix
    if isinstance(statement, cst.Assign):
        keep_members(statement, codemod)
    codemod.replace(call.func, codemod.written("stack", tf=tensorflow_name(codemod)))


def _fill_a_list(statement: cst.Assign, codemod: Codemod) -> None:
    """Turn `array[i] = tensor` in a loop into `append`, and stack the list behind the loop."""
    item = codemod.expect(statement.targets[0].target, cst.Subscript)
    array = codemod.expect(item.value, cst.Name)
    scope = function_around(statement, codemod)
    bound = bindings_in(scope, array.value, codemod)
    made = codemod.expect(bound[0] if len(bound) == 1 else None, cst.Assign)
    call = codemod.expect(made.value, cst.Call)
    if last_name(call.func) not in codemod.template("empty").split() or not call.args:
        raise NoFix
    if isinstance(call.args[0].value, (cst.Tuple, cst.List)):
        raise NoFix  # an array of several dimensions
    line = codemod.line(statement)
    loop = codemod.enclosing(line, cst.For)
    if line not in codemod.expect(loop.body, cst.IndentedBlock).body:
        raise NoFix
    if not _counts(loop, item, codemod) or _is_used_in(loop, array.value):
        raise NoFix
    codemod.safe = False
    tf = tensorflow_name(codemod)
    codemod.replace(call, "[]")
    value = codemod.code(statement.value)
    codemod.replace(statement, codemod.written("append", array=array.value, value=value))
    codemod.insert_after(loop, codemod.written("stacked", tf=tf, array=array.value))


def _counts(loop: cst.For, item: cst.Subscript, codemod: Codemod) -> bool:
    """True if the index is the number of the iteration, from 0."""
    index = item.slice[0].slice
    if len(item.slice) != 1 or not isinstance(index, cst.Index):
        return False
    rows = loop.iter
    if not isinstance(rows, cst.Call) or len(rows.args) != 1:
        return False
    counter: cst.BaseExpression = loop.target
    if last_name(rows.func) == "enumerate" and isinstance(counter, cst.Tuple):
        counter = counter.elements[0].value
    elif last_name(rows.func) != "range":
        return False
    return isinstance(counter, cst.Name) and codemod.same(counter, index.value)


def _is_used_in(loop: cst.For, array: str) -> bool:
    """True if the loop does more with the array than to set one item."""
    names = [node for node in nodes_in(loop) if isinstance(node, cst.Name) and node.value == array]
    return len(names) != 1


@fixer("list-in-traced-loop")
def fill_tensor_array(problem: Problem, codemod: Codemod) -> None:
    """Turn a list that a traced loop fills into a `TensorArray`."""
    site = codemod.node(problem.site)
    statement = codemod.line(site).body[0]
    name, value = _appended(statement, codemod)
    scope = function_around(statement, codemod)
    made = [item for item in bindings_in(scope, name.value, codemod) if item is not statement]
    start = codemod.expect(made[0] if len(made) == 1 else None, cst.Assign)
    if not isinstance(start.value, cst.List) or start.value.elements or len(start.targets) != 1:
        raise NoFix
    loops = [
        item for item in codemod.ancestors(statement) if isinstance(item, (cst.For, cst.While))
    ]
    if not loops or function_around(loops[0], codemod) is not scope:
        raise NoFix
    tf = tensorflow_name(codemod)
    codemod.replace(start.value, codemod.written("array", tf=tf))
    facts = {"list": name.value, "value": codemod.code(value)}
    codemod.replace(statement, codemod.written("write", **facts))
    changed = {id(node) for item in (start, statement) for node in nodes_in(item)}
    for node in nodes_in(scope):
        if isinstance(node, cst.Name) and node.value == name.value and id(node) not in changed:
            _read_array(node, tf, codemod)


def _appended(statement: cst.CSTNode, codemod: Codemod) -> tuple[cst.Name, cst.BaseExpression]:
    """Return the list and the value of `list.append(value)` or `list += [value]`; or `NoFix`."""
    if isinstance(statement, cst.AugAssign):
        added = codemod.expect(statement.value, cst.List)
        if len(added.elements) != 1 or not isinstance(statement.operator, cst.AddAssign):
            raise NoFix
        return codemod.expect(statement.target, cst.Name), added.elements[0].value
    call = codemod.expect(codemod.expect(statement, cst.Expr).value, cst.Call)
    method = codemod.expect(call.func, cst.Attribute)
    if method.attr.value != codemod.template("append"):
        raise NoFix
    return codemod.expect(method.value, cst.Name), only_argument(call)


def _read_array(name: cst.Name, tf: str, codemod: Codemod) -> None:
    """Read the tensors of the array where the program uses the list as a whole; or `NoFix`."""
    item = codemod.expect(codemod.parent(name), cst.Arg)
    call = codemod.expect(codemod.parent(item), cst.Call)
    function = last_name(call.func)
    if item is not call.args[0]:
        raise NoFix
    if function in codemod.template("whole").split():
        codemod.replace(name, codemod.written("stack", list=name.value))
    elif function == codemod.template("stacks") and len(call.args) == 2:
        axis = codemod.code(call.args[1].value)
        codemod.replace(call, codemod.written("moved", list=name.value, tf=tf, axis=axis))
    elif codemod.has(function) and (len(call.args) == 1 or function == codemod.template("joins")):
        codemod.replace(call, codemod.written(function, list=name.value, tf=tf))
    else:
        raise NoFix
