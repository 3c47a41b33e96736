"""Detection of expressions that would take libcst's parser minutes: chains of thousands of links.

Its time grows with the square of the length of `a + b + …` and `a.b().c() …`, and fourfold with
each bracket of a pattern after `case`; and it cannot be interrupted. CPython's parser is fast, so
its tree serves to estimate the work beforehand. Of text that CPython refuses, the signs do.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from tflintgrad import limits

#: Fields that hold statements, and types of statements without such fields.
_SUITES = frozenset(("body", "orelse", "finalbody", "handlers", "cases"))
_SIMPLE = frozenset(kind for kind in ast.stmt.__subclasses__() if _SUITES.isdisjoint(kind._fields))
_LINKS = (ast.BinOp, ast.Call, ast.Attribute, ast.Subscript, ast.IfExp)


#: Nodes that libcst copies for a pattern, as a multiple of four to the power of its brackets.
_COPIES_PER_PATTERN = 8
_SIGN = re.compile(r"[\[\](){}\n]|[-+*/%@&|^.]")
_CASE = re.compile(r"[ \t]*case\b")
_ANY_CASE = re.compile(r"(?m)^[ \t]*case\b.*[(\[{]")


def is_costly_text(text: str, *, patterns_only: bool = False) -> bool:
    """True if libcst may take too long to parse a text; brackets and signs in strings count, too.

    With `patterns_only`, only patterns after `case` are looked at.
    """
    if patterns_only and ("case" not in text or _ANY_CASE.search(text) is None):
        return False
    copies = depth = deepest = links = start = 0
    for found in _SIGN.finditer(text):
        sign = found.group()
        if sign in "([{":
            depth += 1
            deepest = max(deepest, depth)
            links += 1
        elif sign in ")]}":
            depth = max(depth - 1, 0)
        elif sign != "\n":
            links += 1
        elif not depth:
            copies += _line_copies(0 if patterns_only else links, deepest, text, start)
            deepest = links = 0
            start = found.end()
        if copies > limits.MAX_NODE_COPIES:
            return True
    copies += _line_copies(0 if patterns_only else links, deepest, text, start)
    return copies > limits.MAX_NODE_COPIES


def _line_copies(links: int, deepest: int, text: str, start: int) -> int:
    copies = links * links // 2
    if deepest and _CASE.match(text, start):
        copies += _COPIES_PER_PATTERN * 4 ** min(deepest, 20)
    return copies


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


def _is_costly(statement: ast.stmt) -> bool:
    return _copies(statement) > limits.MAX_NODE_COPIES


def _copies(statement: ast.stmt) -> int:
    """Return the number of nodes that libcst copies: each link of a chain copies its inside."""
    nodes: list[ast.AST] = []
    parents: list[int] = []
    pending = [(part, -1) for part in _own_parts(statement)]
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
