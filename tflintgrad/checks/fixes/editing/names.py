"""Names in a function, and their meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import libcst as cst

from tflintgrad.checks.fixes.editing.codemod import Codemod, NoFix
from tflintgrad.source.syntax.bindings import bindings_of
from tflintgrad.source.syntax.walk import in_order, names_in, nodes_in

if TYPE_CHECKING:
    pass

#: Expressions that can be written twice: reading them has no effect.
_PLAIN: Final = (cst.Name, cst.Attribute, cst.Integer, cst.Float, cst.SimpleString)
#: Expressions that need no parentheses as an operand or a receiver.
ATOMS: Final = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float)
_FUNCTIONS: Final = (cst.FunctionDef, cst.Lambda)


def function_around(node: cst.CSTNode, codemod: Codemod) -> cst.CSTNode:
    """Return the function or lambda that a node is in, or the module."""
    for around in codemod.ancestors(node):
        if isinstance(around, _FUNCTIONS):
            return around
    return codemod.tree


def bindings_in(scope: cst.CSTNode, name: str, codemod: Codemod) -> list[cst.CSTNode]:
    """Return the statements of a scope that bind a name; those of functions inside are not its."""
    found: list[cst.CSTNode] = []
    for node in nodes_in(scope):
        kinds = (cst.Assign, cst.AugAssign, cst.AnnAssign, cst.For, cst.With, cst.NamedExpr)
        if not isinstance(node, (*kinds, cst.Import, cst.ImportFrom)):
            continue
        if function_around(node, codemod) is scope and name in _bound_by(node):
            found.append(node)
    return found


def _bound_by(statement: cst.CSTNode) -> set[str]:
    """Return the names that one statement binds itself, without the statements in it."""
    parts: list[cst.CSTNode] = []
    if isinstance(statement, cst.With):
        parts = list(statement.items)
    elif isinstance(statement, cst.For):
        bound = bindings_of(cst.AssignTarget(statement.target), expressions=False)
        return bound.names
    else:
        parts = [statement]
    return bindings_of(*parts, expressions=False).names


def is_parameter(name: str, function: cst.CSTNode) -> bool:
    """True if a function has a parameter of this name."""
    if not isinstance(function, _FUNCTIONS):
        return False
    params = function.params
    named = [*params.params, *params.kwonly_params, *params.posonly_params]
    named += [item for item in (params.star_arg, params.star_kwarg) if isinstance(item, cst.Param)]
    return any(item.name.value == name for item in named)


def meaning(node: cst.BaseExpression, codemod: Codemod) -> cst.BaseExpression:
    """Return the expression that a name stands for, if one statement above binds it."""
    if not isinstance(node, cst.Name):
        return node
    scope = function_around(node, codemod)
    if is_parameter(node.value, scope):
        return node
    found = bindings_in(scope, node.value, codemod)
    if not found and scope is not codemod.tree:
        found = bindings_in(codemod.tree, node.value, codemod)
    statement = found[0] if len(found) == 1 else None
    if not isinstance(statement, cst.Assign):
        return node
    if len(statement.targets) != 1 or not isinstance(statement.targets[0].target, cst.Name):
        return node
    return statement.value


def is_steady(
    node: cst.CSTNode,
    since: cst.CSTNode,
    until: cst.CSTNode,
    codemod: Codemod,
    *,
    done: bool = False,
) -> bool:
    """True if the names of an expression keep their values from one node to a later one.

    With `done`, the statement of the first node has already bound its names.
    """
    scope = function_around(node, codemod)
    if function_around(since, codemod) is not scope or function_around(until, codemod) is not scope:
        return False
    order = {id(item): place for place, item in enumerate(in_order(scope))}
    first, last = sorted((order[id(since)], order[id(until)]))
    around = set() if done else {id(item) for item in codemod.ancestors(since)}
    if order[id(since)] < order[id(until)]:  # a loop around both binds its names before
        around -= {id(item) for item in codemod.ancestors(until)}
    for name in names_in(node):
        for item in bindings_in(scope, name, codemod):
            if first < order[id(item)] <= last or id(item) in around:
                return False
    return True


def uses(target: cst.BaseExpression, codemod: Codemod) -> list[cst.CSTNode]:
    """Return where the function around a target of an assignment has the same name again."""
    return [
        node
        for node in nodes_in(function_around(target, codemod))
        if node is not target and codemod.same(node, target) and not _is_label(node, codemod)
    ]


def _is_label(node: cst.CSTNode, codemod: Codemod) -> bool:
    """True for `c` of `a.b.c`, and for the keyword of an argument."""
    around = codemod.parent(node)
    if isinstance(around, cst.Attribute):
        return around.attr is node
    return isinstance(around, cst.Arg) and around.keyword is node


def is_plain(node: cst.BaseExpression) -> bool:
    """True for an expression that may be computed twice: names, items, arithmetic of them."""
    if isinstance(node, _PLAIN):
        return not isinstance(node, cst.Attribute) or is_plain(node.value)
    if isinstance(node, cst.Subscript):
        return is_plain(node.value)
    if isinstance(node, cst.UnaryOperation):
        return is_plain(node.expression)
    if isinstance(node, cst.BinaryOperation):
        return is_plain(node.left) and is_plain(node.right)
    return False


def fresh_name(wanted: str, codemod: Codemod) -> str:
    """Return a name that the file does not use."""
    used = {node.value for node in nodes_in(codemod.tree) if isinstance(node, cst.Name)}
    name, number = wanted, 1
    while name in used:
        number += 1
        name = f"{wanted}_{number}"
    return name


def operand(node: cst.BaseExpression, codemod: Codemod) -> str:
    """Return the code of an expression, in parentheses if an operator beside it needs them."""
    code = codemod.code(node)
    return code if isinstance(node, ATOMS) or node.lpar else f"({code})"


#: Where an expression stands by itself, whatever it is.
_DELIMITED: Final = (
    cst.Arg,
    cst.Assign,
    cst.AugAssign,
    cst.AnnAssign,
    cst.Return,
    cst.Expr,
    cst.Element,
    cst.DictElement,
    cst.Index,
)


def in_place_of(node: cst.CSTNode, inner: cst.BaseExpression, codemod: Codemod) -> str:
    """Return the code of an expression that replaces another one around it."""
    is_delimited = isinstance(codemod.parent(node), _DELIMITED)
    return codemod.code(inner) if is_delimited else operand(inner, codemod)


def only_argument(call: cst.Call) -> cst.BaseExpression:
    """Return the only argument of a call; raises `NoFix`."""
    if len(call.args) != 1 or call.args[0].keyword or call.args[0].star:
        raise NoFix
    return call.args[0].value


def last_name(function: cst.BaseExpression) -> str:
    """Return `c` of `a.b.c`."""
    if isinstance(function, cst.Attribute):
        return function.attr.value
    return function.value if isinstance(function, cst.Name) else ""


def module_before(function: cst.BaseExpression, codemod: Codemod) -> str:
    """Return `a.b` of `a.b.c`; raises `NoFix`."""
    return codemod.code(codemod.expect(function, cst.Attribute).value)


_LATE: Final = (cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp, cst.IfExp)


def statement_of(node: cst.CSTNode, codemod: Codemod) -> cst.SimpleStatementLine:
    """Return the line that computes an expression once, whatever happens; raises `NoFix`."""
    for around in codemod.ancestors(node):
        if isinstance(around, (*_LATE, cst.BooleanOperation, cst.NamedExpr)):
            raise NoFix
        if isinstance(around, cst.SimpleStatementLine):
            if len(around.body) != 1:
                raise NoFix
            return around
    raise NoFix
