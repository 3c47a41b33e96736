"""Fixes of assignments: to variables, totals, arrays and lists of gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.checks.fixes.editing.imports import tensorflow_name
from tflintgrad.checks.fixes.editing.names import (
    bindings_in,
    fresh_name,
    function_around,
    is_parameter,
    last_name,
    operand,
)
from tflintgrad.checks.fixes.registry import fixer
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.source.syntax.walk import names_in, nodes_in

if TYPE_CHECKING:
    from tflintgrad.checks.base import Problem

#: The templates of updates that take only the step.
_STEPS: Final[dict[type[cst.CSTNode], str]] = {
    cst.Add: "add",
    cst.AddAssign: "add",
    cst.Subtract: "subtract",
    cst.SubtractAssign: "subtract",
}
_LISTS: Final = (cst.List, cst.Tuple, cst.Dict, cst.ListComp, cst.DictComp, cst.GeneratorExp)
#: The operators of augmented assignments to which variables have no method.
_OPERATORS: Final[dict[type[cst.CSTNode], str]] = {
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
}


@fixer("variable-rebound")
def assign_to_variable(problem: Problem, codemod: Codemod) -> None:
    """Turn `w = w - step` into an update of the variable."""
    site = codemod.node(problem.site)
    if isinstance(site, cst.AugAssign):
        _update_in_place(site, codemod)
        return
    statement = _assignment(problem.site, codemod)
    target, value = statement.targets[0].target, statement.value
    if isinstance(target, cst.Tuple):
        _update_each(statement, target, value, codemod)
    elif isinstance(value, cst.ListComp):
        _update_in_loop(statement, target, value, codemod)
    else:
        _reject_containers(problem, target, codemod)
        if _has_other_shape(problem):
            _make_variable(statement, codemod)
        else:
            codemod.replace(statement, _update(target, value, codemod))


def _reject_containers(problem: Problem, target: cst.BaseExpression, codemod: Codemod) -> None:
    """Raise `NoFix` if the name is bound to several variables: a dict has no `assign`."""
    query = problem.query
    if query is None or len(query.sources) < 2:
        return
    call = codemod.exact(query.site, cst.Call)
    if len(call.args) > 1 and codemod.same(call.args[1].value, target):
        raise NoFix


def _has_other_shape(problem: Problem) -> bool:
    """True if the tensor has another shape than the variable, which keeps its own."""
    tensor = problem.culprit
    variable = tensor.facts.get("rebinds") if tensor is not None else None
    if tensor is None or not isinstance(variable, Value):
        return False
    one, other = shape_of(tensor), shape_of(variable)
    if one.rank is None or other.rank is None:
        return False
    pairs = zip(one.dims, other.dims, strict=False)
    sizes = [(a, b) for a, b in pairs if isinstance(a, int) and isinstance(b, int)]
    return one.rank != other.rank or any(a != b for a, b in sizes)


def _make_variable(statement: cst.Assign, codemod: Codemod) -> None:
    """Make the tensor a variable of its own, where it is made once; raises `NoFix`."""
    if codemod.line(statement) not in codemod.tree.body:
        raise NoFix
    codemod.safe = False
    value = codemod.code(statement.value)
    written = codemod.written("variable", tf=tensorflow_name(codemod), value=value)
    codemod.say(variable=codemod.code(statement.targets[0].target))
    codemod.replace(statement.value, written)


def _update_each(
    statement: cst.Assign, target: cst.Tuple, value: cst.BaseExpression, codemod: Codemod
) -> None:
    """Turn `x, y = x - a, y - b` into two updates."""
    values = codemod.expect(value, cst.Tuple)
    if len(values.elements) != len(target.elements):
        raise NoFix
    names = [codemod.expect(item.value, cst.Name) for item in target.elements]
    updates = []
    for place, item in enumerate(values.elements):
        if names_in(item.value) & {name.value for name in names[:place]}:
            raise NoFix  # it would read the new value
        updates.append(_update(names[place], item.value, codemod))
    line = codemod.line(statement)
    for code in updates[:-1]:
        codemod.insert_before(line, code)
    codemod.replace(statement, updates[-1])


def _update_in_loop(
    statement: cst.Assign, target: cst.BaseExpression, value: cst.ListComp, codemod: Codemod
) -> None:
    """Turn `params = [p - g for p, g in zip(params, grads)]` into a loop of updates."""
    loop = value.for_in
    if loop.ifs or loop.inner_for_in is not None or not isinstance(loop.target, cst.Tuple):
        raise NoFix
    step = codemod.expect(value.elt, cst.BinaryOperation)
    variable = codemod.expect(loop.target.elements[0].value, cst.Name)
    pairs = codemod.expect(loop.iter, cst.Call)
    if not codemod.same(step.left, variable) or not pairs.args:
        raise NoFix
    if not codemod.same(pairs.args[0].value, target):
        raise NoFix
    update = _update(variable, step, codemod)
    codemod.safe = False
    head = f"for {codemod.code(loop.target)} in {codemod.code(pairs)}:"
    codemod.insert_before(codemod.line(statement), head)
    codemod.replace(statement, codemod.tree.default_indent + update)


@fixer("augmented-assign-to-variable")
def update_variable(problem: Problem, codemod: Codemod) -> None:
    """Turn `w -= step` into an update of the variable."""
    site = codemod.node(problem.site)
    found = site if isinstance(site, cst.AugAssign) else codemod.enclosing(site, cst.AugAssign)
    is_sum = type(found.operator) in _STEPS
    if is_sum and not _is_step(found.value, codemod, limits.MAX_NAMES_TO_QUERY):
        # A total that the program differentiates would lose the gradient without an error.
        if any(_enters_tape(item, codemod) for item in codemod.ancestors(found)):
            raise NoFix
        codemod.safe = False
    _update_in_place(found, codemod)


def _is_step(node: cst.CSTNode, codemod: Codemod, depth: int) -> bool:
    """True for a number, and for what is computed from the result of a query."""
    queries = codemod.template("queries").split()
    if any(
        isinstance(part, cst.Call) and last_name(part.func) in queries for part in nodes_in(node)
    ):
        return True
    names = names_in(node)
    if not names or not depth:
        return not names
    scope = function_around(node, codemod)
    bound = [item for name in names for item in bindings_in(scope, name, codemod)]
    sources = [
        item.iter if isinstance(item, cst.For) else item.value
        for item in bound
        if isinstance(item, (cst.Assign, cst.For))
    ]
    return any(names_in(item) and _is_step(item, codemod, depth - 1) for item in sources)


def _enters_tape(node: cst.CSTNode, codemod: Codemod) -> bool:
    parts = nodes_in(*node.items) if isinstance(node, cst.With) else ()
    tape = codemod.template("tape")
    return any(isinstance(part, cst.Name) and part.value == tape for part in parts)


def _update_in_place(found: cst.AugAssign, codemod: Codemod) -> None:
    name = _variable(found.target, codemod)
    step = codemod.code(found.value)
    template = _STEPS.get(type(found.operator))
    if template is not None:
        codemod.replace(found, codemod.written(template, variable=name, step=step))
        return
    operator = _OPERATORS.get(type(found.operator))
    if operator is None:
        raise NoFix
    if not isinstance(found.value, (cst.Name, cst.Attribute, cst.Call, cst.Float, cst.Integer)):
        step = f"({step})"
    whole = f"{name} {operator} {step}"
    codemod.replace(found, codemod.written("assign", variable=name, value=whole))


@fixer("overwritten-accumulator")
def add_to_total(problem: Problem, codemod: Codemod) -> None:
    """Turn `total = term` into `total += term`, and an assignment to a buffer into a sum."""
    site = codemod.node(problem.site)
    if isinstance(site, cst.Call):
        method = codemod.expect(site.func, cst.Attribute)
        codemod.safe = False  # something has to clear the buffer after each step
        codemod.say(total=codemod.code(method.value))
        codemod.replace(method.attr, codemod.written("method"))
        return
    statement = _assignment(problem.site, codemod)
    target, value = statement.targets[0].target, statement.value
    total = _variable(target, codemod)
    if isinstance(value, cst.ListComp):
        codemod.say(total=total)
        codemod.replace(value, _added_items(target, value, codemod))
        return
    if isinstance(value, _LISTS):
        raise NoFix  # `+=` would join lists of gradients
    if problem.query is None and not isinstance(target, cst.Subscript):
        raise NoFix
    codemod.replace(statement, codemod.written("add", total=total, term=codemod.code(value)))


def _added_items(target: cst.BaseExpression, terms: cst.ListComp, codemod: Codemod) -> str:
    """Return a list of sums for a list of terms: `[a + g for a, g in zip(total, gradients)]`."""
    loop = terms.for_in
    if loop.ifs or loop.inner_for_in is not None or not isinstance(loop.target, cst.Name):
        raise NoFix
    name = fresh_name("before", codemod)
    pairs = f"zip({codemod.code(target)}, {codemod.code(loop.iter)})"
    item = operand(terms.elt, codemod) if not _is_product(terms.elt) else codemod.code(terms.elt)
    return f"[{name} + {item} for {name}, {loop.target.value} in {pairs}]"


def _is_product(node: cst.BaseExpression) -> bool:
    kinds = (cst.Multiply, cst.Divide, cst.Power)
    return isinstance(node, cst.BinaryOperation) and isinstance(node.operator, kinds)


@fixer("dropped-tensorarray-write")
def keep_write(problem: Problem, codemod: Codemod) -> None:
    """Bind the name of the array to the result of the write."""
    call = codemod.exact(problem.site, cst.Call)
    line = codemod.line(call)
    receiver = codemod.expect(codemod.expect(call.func, cst.Attribute).value, cst.Name)
    function = function_around(call, codemod)
    if is_parameter(receiver.value, function) and not _returns(function, receiver.value):
        raise NoFix  # the caller keeps the old array
    write = codemod.code(call)
    if isinstance(line.body[0], cst.Assign) and line.body[0].value is call:
        others = "".join(f"{codemod.code(item.target)} = " for item in line.body[0].targets)
        codemod.replace(
            line.body[0], codemod.written("keep", array=receiver.value, write=f"{others}{write}")
        )
        return
    if not isinstance(line.body[0], cst.Expr):
        raise NoFix
    codemod.replace(call, codemod.written("keep", array=receiver.value, write=write))


def _returns(function: cst.CSTNode, name: str) -> bool:
    """True if a function returns what a name is bound to."""
    returned = [node for node in nodes_in(function) if isinstance(node, cst.Return)]
    return any(name in names_in(node) for node in returned)


@fixer("clipped-pair-as-gradients")
def unpack_pair(problem: Problem, codemod: Codemod) -> None:
    """Unpack the pair where a name is bound to it, or take its first part."""
    pair = codemod.exact(problem.culprit.site if problem.culprit else None, cst.Call)
    around = codemod.parent(pair)
    if isinstance(around, cst.Assign) and len(around.targets) == 1:
        name = codemod.expect(around.targets[0].target, cst.Name)
        codemod.replace(name, f"{codemod.code(name)}, _")
    else:
        codemod.replace(pair, f"{codemod.code(pair)}[0]")


def _assignment(site: cst.CSTNode, codemod: Codemod) -> cst.Assign:
    """Return the assignment to one name that a node is in; raises `NoFix`."""
    node = codemod.node(site)
    found = node if isinstance(node, cst.Assign) else codemod.enclosing(node, cst.Assign)
    if len(found.targets) != 1 or len(codemod.line(found).body) != 1:
        raise NoFix
    return found


def _variable(target: cst.BaseExpression, codemod: Codemod) -> str:
    """Return the code of a variable that an assignment names; raises `NoFix`."""
    if not isinstance(target, (cst.Name, cst.Attribute, cst.Subscript)):
        raise NoFix
    return codemod.code(target)


def _update(target: cst.BaseExpression, value: cst.BaseExpression, codemod: Codemod) -> str:
    """Return the update of a variable to a new value, by a step if that is what is written."""
    name = _variable(target, codemod)
    if isinstance(value, cst.BinaryOperation) and codemod.same(value.left, target):
        template = _STEPS.get(type(value.operator))
        if template is not None and not value.lpar:
            return codemod.written(template, variable=name, step=codemod.code(value.right))
    if isinstance(value, _LISTS):
        raise NoFix
    codemod.safe = False  # the new value may have another shape
    return codemod.written("assign", variable=name, value=codemod.code(value))
