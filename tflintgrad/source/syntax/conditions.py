"""Conditions around a node of a function."""

from __future__ import annotations

import libcst as cst

from tflintgrad.source.syntax.bindings import children

_CONDITIONS = (cst.If, cst.IfExp, cst.Try, cst.While, cst.BooleanOperation, cst.Match)


def is_conditional(function: cst.FunctionDef | cst.Lambda, wanted: cst.CSTNode) -> bool:
    """True if `wanted` is under a condition in the function, or after a `return` under one.

    Also if it is not found in the function.
    """
    pending: list[tuple[cst.CSTNode, bool]] = [(function.body, False)]
    while pending:
        node, conditional = pending.pop()
        if node is wanted:
            return conditional
        inside = conditional or isinstance(node, _CONDITIONS)
        seen = inside
        for child in children(node):
            pending.append((child, seen))
            seen = seen or (isinstance(child, cst.If) and _leaves(child))
    return True


def _leaves(node: cst.If) -> bool:
    """True if a branch of the statement may end the function, as in `if self.v: return`."""
    pending: list[cst.CSTNode] = [node]
    while pending:
        item = pending.pop()
        if isinstance(item, (cst.Return, cst.Raise)):
            return True
        if not isinstance(item, (cst.FunctionDef, cst.Lambda, cst.BaseExpression)):
            pending.extend(children(item))
    return False
