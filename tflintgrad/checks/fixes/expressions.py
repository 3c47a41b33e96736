"""Fixes that replace one expression by another that passes the gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import libcst as cst

from tflintgrad.checks.fixes.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.imports import (
    imported_names,
    module_of,
    tensorflow_name,
    tensorflow_names,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.checks.fixes.tapes import swap_arguments
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.values import Sequence
from tflintgrad.knowledge.alternatives import SAME_FUNCTION, alternatives_to
from tflintgrad.knowledge.op_table import lookup

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem

#: Expressions that need no parentheses as an operand or a receiver.
_ATOMS: Final = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float)


@fixer("numpy-escape")
def keep_tensor(problem: Problem, codemod: Codemod) -> None:
    """Drop a method that takes the numbers out of a tensor."""
    call = codemod.exact(problem.site, cst.Call)
    tensor = codemod.expect(call.func, cst.Attribute).value
    if call.args:
        raise NoFix
    _keep(call, tensor, codemod)


@fixer("python-scalar", "stop-gradient-on-only-path", "variable-created-in-tape")
def keep_argument(problem: Problem, codemod: Codemod) -> None:
    """Replace a call by its only argument."""
    call = codemod.exact(problem.site, cst.Call)
    argument = _only_argument(call)
    if isinstance(argument, cst.Lambda):
        raise NoFix
    codemod.say(call=codemod.code(call.func))
    _keep(call, argument, codemod)


@fixer("constant-of-variable")
def read_variable(problem: Problem, codemod: Codemod) -> None:
    """Read the variable instead of copying its number."""
    call = codemod.exact(problem.site, cst.Call)
    copied, *options = call.args
    if copied.star or any(item.keyword is None for item in options):
        raise NoFix
    variable, tf = codemod.code(copied.value), module_of(call, codemod)
    dtypes = [item for item in options if item.keyword and item.keyword.value == "dtype"]
    if len(dtypes) != len(options):
        raise NoFix
    if dtypes:
        dtype = codemod.code(dtypes[0].value)
        codemod.replace(call, codemod.written("cast", tf=tf, variable=variable, dtype=dtype))
    else:
        codemod.replace(call, codemod.written("value", tf=tf, variable=variable))


@fixer("numpy-function")
def use_counterpart(problem: Problem, codemod: Codemod) -> None:
    """Call TensorFlow's function of the same meaning."""
    call = codemod.exact(problem.site, cst.Call)
    if isinstance(codemod.parent(call), cst.Attribute) or not _is_imported(call.func, codemod):
        raise NoFix
    name = problem.culprit.facts.get("op") if problem.culprit is not None else None
    found = alternatives_to(name) if isinstance(name, str) else ()
    if not found or found[0].words != SAME_FUNCTION or not _accepts(found[0].expression, call):
        raise NoFix
    module, _, function = found[0].expression.partition(".")
    if module != "tf":
        raise NoFix  # the counterpart is in Keras, which the file may not import
    counterpart = f"{tensorflow_name(codemod)}.{function}"
    codemod.say(counterpart=counterpart)
    codemod.replace(call.func, counterpart)


def _is_imported(function: cst.BaseExpression, codemod: Codemod) -> bool:
    """True for a function of an imported module, such as `np.exp`."""
    return codemod.code(function).partition(".")[0] in imported_names(codemod)


def _accepts(function: str, call: cst.Call) -> bool:
    """True if a function of the op table takes the arguments of a call."""
    op = lookup(function)
    names = {argument.name for argument in op.arguments} if op is not None else set()
    keywords = [item.keyword.value for item in call.args if item.keyword is not None]
    positional = [item for item in call.args if item.keyword is None and not item.star]
    shared = {"axis", "keepdims"}
    return len(positional) + len(keywords) == len(call.args) and names | shared >= set(keywords)


@fixer("predict-as-forward")
def call_model(problem: Problem, codemod: Codemod) -> None:
    """Call the model itself."""
    call = codemod.exact(problem.site, cst.Call)
    method = codemod.expect(call.func, cst.Attribute)
    if not call.args or call.args[0].keyword:
        raise NoFix
    if method.attr.value not in codemod.written("methods").split():
        raise NoFix
    if any(argument.keyword is None for argument in call.args[1:]):
        raise NoFix
    model, features = codemod.code(method.value), codemod.code(call.args[0].value)
    codemod.say(model=model)
    codemod.replace(call, f"{model}({features})")


@fixer("swapped-loss-arguments")
def swap_loss_arguments(problem: Problem, codemod: Codemod) -> None:
    """Exchange truth and prediction."""
    if "function" in problem.facts:
        raise NoFix  # the call is that of `compile`, the loss a function of the program
    swap_arguments(codemod.exact(problem.site, cst.Call), codemod)


@fixer("gradients-without-zip")
def pair_gradients(problem: Problem, codemod: Codemod) -> None:
    """Pair gradients and variables with `zip`."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) != 1:
        raise NoFix
    pair = call.args[0].value
    if not isinstance(pair, (cst.Tuple, cst.List)) or len(pair.elements) != 2:
        raise NoFix
    gradients, variables = (codemod.code(element.value) for element in pair.elements)
    items = problem.culprit.items if isinstance(problem.culprit, Sequence) else []
    if any(item.kind is kinds.VARIABLE for item in items):
        codemod.replace(pair, f"[({gradients}, {variables})]")  # one gradient, one variable
    else:
        codemod.replace(pair, f"zip({gradients}, {variables})")


@fixer("integer-source")
def write_floats(problem: Problem, codemod: Codemod) -> None:
    """Write the numbers of the source as floats."""
    call = codemod.exact(problem.site, cst.Call)
    numbers = list(_integers(_only_argument(call)))
    if not numbers:
        raise NoFix
    for number in numbers:
        codemod.replace(number, f"{codemod.code(number)}.0")


@fixer("non-trainable-source")
def ask_for_trainable(problem: Problem, codemod: Codemod) -> None:
    """Ask for the trainable variables only."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) < 2:
        raise NoFix
    sources = codemod.expect(call.args[1].value, cst.Attribute)
    if sources.attr.value != problem.facts.get("list"):
        raise NoFix
    variables = codemod.code(sources)
    for node in codemod.nodes_in_function(call):
        if isinstance(node, cst.Attribute) and codemod.tree.code_for_node(node) == variables:
            codemod.replace(node.attr, codemod.written(sources.attr.value))


@fixer("log-of-softmax")
def fuse_log_softmax(problem: Problem, codemod: Codemod) -> None:
    """Fuse a logarithm with the softmax that is its argument."""
    log = codemod.exact(problem.site, cst.Call)
    softmax = codemod.expect(_only_argument(log), cst.Call)
    if not softmax.args or _last_name(softmax.func) != codemod.written("softmax"):
        raise NoFix
    arguments = ", ".join(codemod.argument(item) for item in softmax.args)
    tf = module_of(softmax, codemod)
    codemod.replace(log, codemod.written("log_softmax", tf=tf, arguments=arguments))


@fixer("summed-target")
def ask_for_jacobian(problem: Problem, codemod: Codemod) -> None:
    """Ask for the Jacobian instead of the sum of its rows."""
    call = codemod.exact(problem.site, cst.Call)
    method = codemod.expect(call.func, cst.Attribute)
    codemod.replace(method.attr, codemod.written("method"))


@fixer("back-prop-disabled")
def drop_argument(problem: Problem, codemod: Codemod) -> None:
    """Drop the argument that turns off the gradient of a loop."""
    call = codemod.exact(problem.site, cst.Call)
    name = codemod.written("argument")
    kept = [
        codemod.argument(item)
        for item in call.args
        if item.keyword is None or item.keyword.value != name
    ]
    if len(kept) != len(call.args) - 1:
        raise NoFix
    codemod.replace(call, f"{codemod.code(call.func)}({', '.join(kept)})")


def _only_argument(call: cst.Call) -> cst.BaseExpression:
    if len(call.args) != 1 or call.args[0].keyword or call.args[0].star:
        raise NoFix
    return call.args[0].value


def _keep(call: cst.Call, inner: cst.BaseExpression, codemod: Codemod) -> None:
    """Replace a call by what it is called on; raises `NoFix` where a tensor would not do."""
    around = codemod.parent(call)
    if isinstance(around, (cst.Attribute, cst.FormattedStringExpression, cst.IfExp)):
        raise NoFix  # methods of arrays, numbers as text, a choice between the two
    if isinstance(around, cst.Assign) and _binds_itself(around, inner, codemod):
        codemod.remove(codemod.line(around))
        return
    if isinstance(around, cst.Assign) and _has_members(around.targets[0].target, codemod):
        raise NoFix
    is_operand = isinstance(around, (cst.BinaryOperation, cst.UnaryOperation))
    codemod.safe = codemod.safe and (is_operand or _is_passed_to_tensorflow(around, codemod))
    code = codemod.code(inner)
    needs_brackets = is_operand and not isinstance(inner, _ATOMS) and not inner.lpar
    codemod.replace(call, f"({code})" if needs_brackets else code)


def _has_members(target: cst.BaseExpression, codemod: Codemod) -> bool:
    """True if the file uses an attribute or method of a name, which a tensor may not have."""
    name = codemod.code(target)
    return any(
        isinstance(node, cst.Attribute) and codemod.tree.code_for_node(node.value) == name
        for node in codemod.nodes_in_function(target)
    )


def _binds_itself(statement: cst.Assign, inner: cst.BaseExpression, codemod: Codemod) -> bool:
    """True if only `name = name` would be left of an assignment."""
    targets = [codemod.code(target.target) for target in statement.targets]
    return targets == [codemod.code(inner)]


def _is_passed_to_tensorflow(argument: cst.CSTNode | None, codemod: Codemod) -> bool:
    """True for an argument of a function of TensorFlow; raises `NoFix` for other libraries."""
    user = codemod.parent(argument) if isinstance(argument, cst.Arg) else None
    if not isinstance(user, cst.Call) or not isinstance(user.func, cst.Attribute):
        return False
    first = codemod.code(user.func).partition(".")[0]
    if first in imported_names(codemod) - set(tensorflow_names(codemod)):
        raise NoFix
    return first in tensorflow_names(codemod)


def _last_name(function: cst.BaseExpression) -> str:
    if isinstance(function, cst.Attribute):
        return function.attr.value
    return function.value if isinstance(function, cst.Name) else ""


def _integers(node: cst.BaseExpression) -> list[cst.Integer]:
    """Return the integers of a literal of numbers; none if there is anything else in it."""
    if isinstance(node, cst.Integer):
        return [node] if node.value.isdigit() else []
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        return _integers(node.expression)
    if not isinstance(node, (cst.List, cst.Tuple)):
        return []
    parts = [_integers(element.value) for element in node.elements]
    return [number for part in parts for number in part] if all(parts) else []
