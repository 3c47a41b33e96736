"""Assignments whose value no later code reads."""

from __future__ import annotations

import libcst as cst

from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.walk import uses_of_names

_LOOPS = (cst.For, cst.While)
_SCOPES = (cst.FunctionDef, cst.ClassDef, cst.Lambda)


def is_dead_store(scope: cst.CSTNode, assignment: cst.CSTNode) -> bool:
    """True if the name that an assignment in a function or module binds is never read after it.

    In doubt, as in a loop that reads the name anywhere, the result is False.
    """
    if not isinstance(assignment, cst.Assign) or len(assignment.targets) != 1:
        return False
    target = assignment.targets[0].target
    if not isinstance(target, cst.Name):
        return False
    name = target.value
    around = _around(scope, assignment)
    if around is None or any(isinstance(node, _LOOPS) and _reads(node, name) for node in around):
        return False
    if any(_reads(node, name) for node in _inner_scopes(scope)):
        return False
    inner: cst.CSTNode = assignment
    for node in reversed(around):
        later = _after(node, inner)
        for statement in later:
            if _reads(statement, name):
                return False
            if _rebinds(statement, name):
                return True
        inner = node
    return True


def occurs_once(scope: cst.CSTNode, name: str) -> bool:
    """True if code names a variable in one place only, such as where it is assigned."""
    uses = (used for used in uses_of_names(scope) if used == name)
    return next(uses, None) is not None and next(uses, None) is None


def _around(scope: cst.CSTNode, wanted: cst.CSTNode) -> list[cst.CSTNode] | None:
    """Return the nodes from the scope to the one around `wanted`, without inner scopes."""
    for node in children(scope):
        if node is wanted:
            return [scope]
        if isinstance(node, _SCOPES) or not _has_statements(node):
            continue
        found = _around(node, wanted)
        if found is not None:
            return [scope, *found]
    return None


def _has_statements(node: cst.CSTNode) -> bool:
    return isinstance(
        node,
        (
            cst.BaseCompoundStatement, cst.BaseSuite, cst.SimpleStatementLine, cst.Else,
            cst.ExceptHandler, cst.Finally, cst.MatchCase,
        ),
    )  # fmt: skip


def _after(node: cst.CSTNode, inner: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the statements of a block that follow one of them."""
    if not isinstance(node, (cst.Module, cst.BaseSuite, cst.SimpleStatementLine)):
        return []
    siblings = children(node)
    position = next((i for i, item in enumerate(siblings) if item is inner), len(siblings))
    return siblings[position + 1 :]


def _inner_scopes(node: cst.CSTNode) -> list[cst.CSTNode]:
    found: list[cst.CSTNode] = []
    for child in children(node):
        found += [child] if isinstance(child, _SCOPES) else _inner_scopes(child)
    return found


def _reads(node: cst.CSTNode, name: str) -> bool:
    """True if the code may read a name."""
    if isinstance(node, cst.Name):
        return node.value == name
    if isinstance(node, cst.Attribute):
        return _reads(node.value, name)
    if isinstance(node, cst.Arg):
        return _reads(node.value, name)
    if isinstance(node, cst.AssignTarget):
        return not isinstance(node.target, cst.Name) and _reads(node.target, name)
    if isinstance(node, (cst.Global, cst.Nonlocal)):
        return any(item.name.value == name for item in node.names)
    return any(_reads(child, name) for child in children(node))


def _rebinds(node: cst.CSTNode, name: str) -> bool:
    """True for a line that assigns to the name."""
    if not isinstance(node, cst.SimpleStatementLine):
        return False
    return any(
        isinstance(target.target, cst.Name) and target.target.value == name
        for part in node.body
        if isinstance(part, cst.Assign)
        for target in part.targets
    )
