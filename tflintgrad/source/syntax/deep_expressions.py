"""Detection of expressions that would take libcst's parser minutes: chains of thousands of links.

Its time grows with the square of the length of `a + b + …` and `a.b().c() …`, and it cannot be
interrupted. CPython's parser is fast, so its tree serves to estimate the work beforehand.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

from tflintgrad import limits

#: Fields that hold statements, and types of statements without such fields.
_SUITES = frozenset(("body", "orelse", "finalbody", "handlers", "cases"))
_SIMPLE = frozenset(kind for kind in ast.stmt.__subclasses__() if _SUITES.isdisjoint(kind._fields))
_LINKS = (ast.BinOp, ast.Call, ast.Attribute, ast.Subscript, ast.IfExp)


def find_costly_statement(text: str, syntax: ast.Module) -> ast.stmt | None:
    """Return a statement that libcst would take too long to parse; None if there is none."""
    if len(text) < limits.MIN_LONG_CHARACTERS:
        return None
    starts = list(accumulate(map(len, text.split("\n")), initial=0))
    pending: list[Any] = [syntax]
    while pending:
        node = pending.pop()
        for name in node._fields:
            if name in _SUITES:
                for inner in getattr(node, name):
                    if type(inner) not in _SIMPLE:
                        pending.append(inner)
                    elif _is_long(inner, inner.end_lineno, starts) and _is_costly(inner):
                        # Suites hold statements; the type of `getattr` does not say so.
                        return inner  # type: ignore[no-any-return]
        if isinstance(node, ast.stmt):
            first = getattr(node, "body", None)
            last_row = first[0].lineno if first else node.end_lineno
            if _is_long(node, last_row, starts) and _is_costly(node):
                return node
    return None


def _is_long(statement: ast.stmt, last_row: int | None, starts: list[int]) -> bool:
    row = statement.lineno
    if last_row is None or last_row == row:
        return (statement.end_col_offset or 0) - statement.col_offset >= limits.MIN_LONG_CHARACTERS
    return starts[last_row] - starts[row - 1] >= limits.MIN_LONG_CHARACTERS


def is_costly_expression(text: str, node: ast.AST) -> bool:
    """True if libcst would take too long to parse the text of an expression."""
    return len(text) >= limits.MIN_LONG_CHARACTERS and _copies([node]) > limits.MAX_NODE_COPIES


def _is_costly(statement: ast.stmt) -> bool:
    return _copies(_own_parts(statement)) > limits.MAX_NODE_COPIES


def _copies(parts: Iterable[ast.AST]) -> int:
    """Return the number of nodes that libcst copies: each link of a chain copies its inside."""
    nodes: list[ast.AST] = []
    parents: list[int] = []
    pending = [(part, -1) for part in parts]
    while pending:
        part, parent = pending.pop()
        pending += [(child, len(nodes)) for child in ast.iter_child_nodes(part)]
        nodes.append(part)
        parents.append(parent)
    sizes = [1] * len(nodes)
    copies = 0
    for index in range(len(nodes) - 1, -1, -1):  # children come after their parents
        node = nodes[index]
        if isinstance(node, _LINKS):
            copies += sizes[index]
        elif isinstance(node, ast.BoolOp):  # libcst nests what CPython keeps in one list
            copies += len(node.values) ** 2 // 2
        if parents[index] >= 0:
            sizes[parents[index]] += sizes[index]
    return copies


def _own_parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the parts of a statement that are not statements themselves."""
    for part in ast.iter_child_nodes(statement):
        if not isinstance(part, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield part
