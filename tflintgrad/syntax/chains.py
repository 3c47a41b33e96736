"""Expressions that would take libcst's parser minutes: chains of thousands of links.

Its time grows with the square of `a + b + …` and `a.b().c() …`, and nobody can stop it. CPython's
parser is done at once, so its tree says beforehand how much work it would be.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

#: libcst copies about a million nodes in a second.
MAX_COPIES = 10_000_000
#: A statement of fewer characters has no chain that matters.
_LONG = 3000
_LINKS = (ast.BinOp, ast.Call, ast.Attribute, ast.Subscript, ast.IfExp)


def endless_chain(text: str, syntax: ast.Module) -> ast.stmt | None:
    """The first statement that libcst had better not see."""
    if len(text) < _LONG:
        return None
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    for statement, last_row in _statements(syntax):
        length = starts[min(last_row, len(starts) - 1)] - starts[statement.lineno - 1]
        if length >= _LONG and _copies(statement) > MAX_COPIES:
            return statement
    return None


def _statements(syntax: ast.Module) -> Iterator[tuple[ast.stmt, int]]:
    """All statements, each with its last row; of those that hold others, that of the head."""
    pending: list[Any] = [syntax]
    while pending:
        node = pending.pop()
        body = getattr(node, "body", None)
        if isinstance(node, ast.stmt):
            held = body[0].lineno if isinstance(body, list) and body else None
            yield node, held or node.end_lineno or node.lineno
        for name in ("finalbody", "orelse", "cases", "handlers", "body"):
            pending += reversed(getattr(node, name, ()))


def _copies(statement: ast.stmt) -> int:
    """How many nodes are copied: each link of a chain copies what is in it."""
    nodes: list[ast.AST] = []
    parents: list[int] = []
    pending = [(part, -1) for part in _own_parts(statement)]
    while pending:
        node, parent = pending.pop()
        pending += [(child, len(nodes)) for child in ast.iter_child_nodes(node)]
        nodes.append(node)
        parents.append(parent)
    sizes = [1] * len(nodes)
    copies = 0
    for index in range(len(nodes) - 1, -1, -1):  # children come after their parents
        if isinstance(nodes[index], _LINKS):
            copies += sizes[index]
        if parents[index] >= 0:
            sizes[parents[index]] += sizes[index]
    return copies


def _own_parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """What belongs to a statement, but not the statements that it holds."""
    for part in ast.iter_child_nodes(statement):
        if not isinstance(part, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield part
