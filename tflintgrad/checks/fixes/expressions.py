"""Fixes that replace one expression by another that passes the gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.calls import (
    calls_of,
    has_argument,
    only_function,
    swap_arguments,
    without_argument,
)
from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.imports import module_of, tensorflow_name
from tflintgrad.checks.fixes.editing.names import is_steady, last_name, meaning, only_argument
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.objects import Gradients
from tflintgrad.flow.domain.values import Sequence
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.knowledge.function_options import option_names
from tflintgrad.source.syntax.walk import nodes_in

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem


@fixer("constant-of-variable")
def read_variable(problem: Problem, codemod: Codemod) -> None:
    """Read the variable instead of copying its number."""
    call = codemod.exact(problem.site, cst.Call)
    copied, *options = call.args
    if len(call.args) == 2 and last_name(copied.value) == codemod.template("constant"):
        tf = tensorflow_name(codemod)  # mapped over a list
        codemod.say(variable=codemod.code(options[0].value))
        codemod.replace(copied.value, codemod.written("converter", tf=tf))
        return
    if copied.star or any(item.keyword is None for item in options):
        raise NoFix
    variable, tf = codemod.code(copied.value), module_of(call, codemod)
    names = option_names("dtype")
    dtypes = [item for item in options if item.keyword and item.keyword.value in names]
    if len(dtypes) != len(options):
        raise NoFix
    if dtypes:
        dtype = codemod.code(dtypes[0].value)
        codemod.replace(call, codemod.written("cast", tf=tf, variable=variable, dtype=dtype))
    else:
        codemod.replace(call, codemod.written("value", tf=tf, variable=variable))


@fixer("swapped-loss-arguments")
def swap_loss_arguments(problem: Problem, codemod: Codemod) -> None:
    """Exchange truth and prediction: in the call, or in the parameters of the loss function."""
    name = problem.facts.get("function")
    if not isinstance(name, str):
        swap_arguments(codemod.exact(problem.site, cst.Call), codemod)
        return
    function = only_function(name, codemod)
    parameters = function.params.params
    if len(parameters) < 2 or any(item.default or item.annotation for item in parameters[:2]):
        raise NoFix
    if calls_of(name, codemod):
        raise NoFix  # other calls pass their arguments in the present order
    first, second = (item.name for item in parameters[:2])
    codemod.replace(first, second.value)
    codemod.replace(second, first.value)


@fixer("gradients-without-zip")
def pair_gradients(problem: Problem, codemod: Codemod) -> None:
    """Pair gradients and variables with `zip`."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) == 2 and not any(item.keyword or item.star for item in call.args):
        _zip_arguments(problem, call, codemod)
        return
    pair = only_argument(call)
    if isinstance(pair, cst.Call) and len(pair.args) >= 2 and pair.args[1].keyword is None:
        sources = codemod.code(pair.args[1].value)
        codemod.replace(pair, f"zip({codemod.code(pair)}, {sources})")
        return
    if not isinstance(pair, (cst.Tuple, cst.List)) or len(pair.elements) != 2:
        raise NoFix
    gradients, variables = (codemod.code(element.value) for element in pair.elements)
    items = problem.culprit.items if isinstance(problem.culprit, Sequence) else []
    if any(item.kind is kinds.VARIABLE for item in items):
        codemod.replace(pair, f"[({gradients}, {variables})]")  # one gradient, one variable
    else:
        codemod.replace(pair, f"zip({gradients}, {variables})")


def _zip_arguments(problem: Problem, call: cst.Call, codemod: Codemod) -> None:
    """Pair two arguments, if the second one is what the gradients were asked for."""
    gradients, variables = (item.value for item in call.args)
    if not isinstance(problem.culprit, Gradients):
        raise NoFix
    asked = codemod.exact(problem.culprit.query.site, cst.Call)
    if len(asked.args) < 2 or not codemod.same(asked.args[1].value, variables):
        raise NoFix  # in Keras 2, the second argument is a name
    both = f"{codemod.code(gradients)}, {codemod.code(variables)}"
    codemod.replace(call, f"{codemod.code(call.func)}(zip({both}))")


@fixer("integer-source")
def write_floats(problem: Problem, codemod: Codemod) -> None:
    """Write the numbers of the source as floats, or cast them."""
    call = codemod.exact(problem.site, cst.Call)
    if any(_is_index(edge.cut) for value in problem.path for edge in value.edges):
        raise NoFix  # the numbers choose something
    numbers = list(_integers(call.args[0].value)) if call.args else []
    if numbers and len(call.args) == 1:
        for number in numbers:
            codemod.replace(number, f"{codemod.code(number)}.0")
        return
    codemod.safe = False
    tf = tensorflow_name(codemod)
    dtypes = [item for item in _arguments_in(call) if _is_integer_type(item, codemod)]
    if dtypes:
        for item in dtypes:
            codemod.replace(item.value, codemod.written("float", tf=tf))
        return
    whole = last_name(call.func) not in codemod.template("makers").split()
    if not whole and (not call.args or call.args[0].keyword or call.args[0].star):
        raise NoFix
    value = call if whole else call.args[0].value
    codemod.replace(value, codemod.written("cast", tf=tf, value=codemod.code(value)))


def _is_index(cut: Cut | None) -> bool:
    return cut is not None and cut.kind in (CutKind.INDEX, CutKind.LOOKUP_LAYER)


def _arguments_in(call: cst.Call) -> list[cst.Arg]:
    return [node for node in nodes_in(call) if isinstance(node, cst.Arg)]


def _is_integer_type(item: cst.Arg, codemod: Codemod) -> bool:
    """True for `dtype=tf.int32`."""
    named = item.keyword is not None and item.keyword.value == codemod.template("dtype")
    return named and last_name(item.value) in codemod.template("integers").split()


@fixer("non-trainable-source")
def ask_for_trainable(problem: Problem, codemod: Codemod) -> None:
    """Ask for the trainable variables only, and apply gradients to no others."""
    call = codemod.exact(problem.site, cst.Call)
    if len(call.args) < 2:
        raise NoFix
    written = call.args[1].value
    sources = meaning(written, codemod)
    lists = [
        node
        for node in nodes_in(sources)
        if isinstance(node, cst.Attribute) and codemod.has(node.attr.value)
    ]
    if not lists:
        raise NoFix
    if sources is not written or len(lists) != 1 or lists[0] is not sources:
        for node in lists:
            codemod.replace(node.attr, codemod.template(node.attr.value))
        return
    for other in codemod.nodes_in_function(call):
        if not isinstance(other, cst.Attribute) or not codemod.same(other, sources):
            continue
        if other is sources or is_steady(sources, call, other, codemod):
            codemod.replace(other.attr, codemod.template(lists[0].attr.value))


@fixer("summed-target")
def ask_for_jacobian(problem: Problem, codemod: Codemod) -> None:
    """Ask for the Jacobian instead of the sum of its rows, or for its product with a vector."""
    call = codemod.exact(problem.site, cst.Call)
    method = codemod.expect(call.func, cst.Attribute)
    around = codemod.parent(call)
    if not isinstance(around, cst.BinaryOperation) or not isinstance(around.operator, cst.Multiply):
        _reject_batches(problem)
        codemod.say(what=codemod.template("whole"))
        codemod.replace(method.attr, codemod.written("method"))
        return
    vector = around.right if around.left is call else around.left
    if around.lpar or not _is_vector(vector, codemod):
        raise NoFix  # rows of the Jacobian times unknown numbers
    codemod.say(what=codemod.template("product"))
    arguments = [codemod.argument(item) for item in call.args]
    arguments.append(codemod.written("vector", vector=codemod.code(vector)))
    codemod.replace(around, f"{codemod.code(call.func)}({', '.join(arguments)})")


def _reject_batches(problem: Problem) -> None:
    """Raise `NoFix` if one derivative per example may be meant, instead of those of all pairs."""
    query = problem.query
    if query is None:
        return
    target = shape_of(query.target)
    for source in query.sources:
        shape = shape_of(source.value)
        if min(target.rank or 0, shape.rank or 0) < 2 or target.dims[0] is None:
            continue
        if target.dims[0] == shape.dims[0]:
            raise NoFix


def _is_vector(node: cst.BaseExpression, codemod: Codemod) -> bool:
    """True for a name that is bound to a tensor made of a list."""
    made = meaning(node, codemod)
    if not isinstance(made, cst.Call) or not made.args:
        return False
    return isinstance(made.args[0].value, (cst.List, cst.Tuple))


@fixer("back-prop-disabled")
def drop_argument(problem: Problem, codemod: Codemod) -> None:
    """Drop the argument that turns off the gradient of a loop."""
    call = codemod.exact(problem.site, cst.Call)
    name = codemod.template("argument")
    for found in (call, meaning(call.func, codemod)):  # the loop may be a `partial`
        if isinstance(found, cst.Call) and has_argument(found, name):
            without_argument(found, name, codemod)
            return
    raise NoFix


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
