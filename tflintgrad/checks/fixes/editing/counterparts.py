"""TensorFlow's functions of the same meaning, where a tensor comes instead of an array."""

from __future__ import annotations

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.imports import (
    imported_names,
    module_behind,
    tensorflow_name,
    tensorflow_names,
)
from tflintgrad.checks.fixes.editing.names import bindings_in, function_around, last_name
from tflintgrad.knowledge.alternatives import SAME_FUNCTION, alternatives_to
from tflintgrad.knowledge.op_table import lookup
from tflintgrad.source.syntax.walk import nodes_in


def counterpart(op: str, call: cst.Call, codemod: Codemod) -> str:
    """Return TensorFlow's function of the same meaning, if it takes the arguments; or `NoFix`."""
    found = alternatives_to(op)
    if not found or found[0].words != SAME_FUNCTION or not _accepts(found[0].expression, call):
        raise NoFix
    module, _, function = found[0].expression.partition(".")
    if module != "tf":
        raise NoFix  # the counterpart is in Keras, which the file may not import
    return f"{tensorflow_name(codemod)}.{function}"


def is_imported(function: cst.BaseExpression, codemod: Codemod) -> bool:
    """True for a function of an imported module, such as `np.exp`, or one imported by itself."""
    return codemod.code(function).partition(".")[0] in imported_names(codemod)


def _accepts(function: str, call: cst.Call) -> bool:
    """True if a function of the op table takes the arguments of a call."""
    op = lookup(function)
    names = {argument.name for argument in op.arguments} if op is not None else set()
    keywords = [item.keyword.value for item in call.args if item.keyword is not None]
    positional = [item for item in call.args if item.keyword is None and not item.star]
    shared = {"axis", "keepdims"}
    return len(positional) + len(keywords) == len(call.args) and names | shared >= set(keywords)


def call_as_function(method: cst.Attribute, receiver: str, codemod: Codemod) -> None:
    """Turn `receiver.mean(axis=0)` into a call of TensorFlow's function; raises `NoFix`."""
    around = codemod.expect(codemod.parent(method), cst.Call)
    if around.func is not method:
        raise NoFix
    function = counterpart(f"np.{method.attr.value}", around, codemod)
    arguments = [receiver, *(codemod.argument(item) for item in around.args)]
    codemod.replace(around, f"{function}({', '.join(arguments)})")


def foreign_call(argument: cst.CSTNode | None, codemod: Codemod) -> cst.Call | None:
    """Return the call of another library that an argument is passed to; None if there is none."""
    user = codemod.parent(argument) if isinstance(argument, cst.Arg) else None
    if not isinstance(user, cst.Call) or not isinstance(user.func, cst.Attribute):
        return None
    is_foreign = is_imported(user.func, codemod) and not is_passed_to_tensorflow(argument, codemod)
    return user if is_foreign else None


def is_passed_to_tensorflow(argument: cst.CSTNode | None, codemod: Codemod) -> bool:
    """True for an argument of a function of TensorFlow."""
    user = codemod.parent(argument) if isinstance(argument, cst.Arg) else None
    if not isinstance(user, cst.Call) or not isinstance(user.func, cst.Attribute):
        return False
    return codemod.code(user.func).partition(".")[0] in tensorflow_names(codemod)


def use_counterparts(user: cst.Call | None, codemod: Codemod) -> None:
    """Call TensorFlow's function instead of NumPy's, and those around it; raises `NoFix`."""
    codemod.safe = False
    while user is not None:
        written = module_behind(codemod.code(user.func), codemod)
        codemod.replace(user.func, counterpart(written, user, codemod))
        around = codemod.parent(user)
        if isinstance(around, cst.Attribute):
            raise NoFix  # a method of the array
        if isinstance(around, cst.Assign):
            keep_members(around, codemod)
        user = foreign_call(around, codemod)


def keep_members(statement: cst.Assign, codemod: Codemod) -> None:
    """Turn methods of the array that a name was into functions of the tensor that it is."""
    if len(statement.targets) != 1:
        raise NoFix
    target = statement.targets[0].target
    if isinstance(target, cst.Name):
        bound = bindings_in(function_around(target, codemod), target.value, codemod)
    else:
        bound = [statement]
    shared = codemod.template("members").split()
    for node in codemod.nodes_in_function(target):
        if isinstance(node, cst.Attribute) and codemod.same(node.value, target):
            if node.attr.value in shared:
                continue
            if len(bound) != 1:
                raise NoFix  # another value of this name may have the method
            codemod.safe = False
            call_as_function(node, codemod.code(target), codemod)
        elif isinstance(node, cst.AssignTarget) and _is_item_of(node.target, target, codemod):
            raise NoFix  # tensors have no item assignment
        elif isinstance(node, cst.Subscript) and codemod.same(node.value, target):
            _expect_plain_index(node, codemod)


def _expect_plain_index(item: cst.Subscript, codemod: Codemod) -> None:
    """Raise `NoFix` if several arrays are the index, which tensors do not take."""
    if len(item.slice) < 2:
        return
    indices = [part.slice.value for part in item.slice if isinstance(part.slice, cst.Index)]
    if any(isinstance(index, cst.Call) for index in indices):
        raise NoFix
    if any(isinstance(index, cst.Name) for index in indices):
        codemod.safe = False


def _is_item_of(node: cst.CSTNode, name: cst.CSTNode, codemod: Codemod) -> bool:
    return isinstance(node, cst.Subscript) and codemod.same(node.value, name)


def keep_members_of_result(statement: cst.Return, codemod: Codemod) -> None:
    """Turn methods of the result into functions in the function's callers; raises `NoFix`."""
    function = function_around(statement, codemod)
    if not isinstance(function, cst.FunctionDef):
        return
    for call in nodes_in(codemod.tree):
        if not isinstance(call, cst.Call) or last_name(call.func) != function.name.value:
            continue
        around = codemod.parent(call)
        if isinstance(around, cst.Attribute):
            raise NoFix  # a method of the array
        if isinstance(around, cst.Assign):
            keep_members(around, codemod)
