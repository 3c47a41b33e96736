"""Names that a program reads before it binds them: it would end there."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def early_reads(tree: ast.Module) -> set[tuple[str, str]]:
    """Return such names, and those that nothing binds, each with its function; "" is the module."""
    return _early("", tree.body, set(), frozenset(dir(builtins)))


def _early(
    function: str, body: list[ast.stmt], bound: set[str], outer: frozenset[str]
) -> set[tuple[str, str]]:
    """Return those of a function, and of the functions inside it; `outer` is bound around it."""
    accesses = [access for statement in body for access in _accesses(statement)]
    local = bound | {name for name, is_read in accesses if not is_read}
    found = set()
    for name, is_read in accesses:
        if not is_read:
            bound.add(name)
        elif name not in bound and (name in local or name not in outer):
            found.add((function, name))
    for inner in _functions(body):
        arguments = {item.arg for item in ast.walk(inner.args) if isinstance(item, ast.arg)}
        found |= _early(inner.name, inner.body, arguments, outer | local)
    return found


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a body, and the methods of its classes."""
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, _FUNCTIONS):
            yield node
        else:
            pending += ast.iter_child_nodes(node)


def _accesses(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """Yield the names that some code accesses, in the order of execution; true for a read."""
    if isinstance(node, ast.Name):
        yield node.id, isinstance(node.ctx, ast.Load)
    elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        yield node.name, False
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (((item.asname or item.name).partition(".")[0], False) for item in node.names)
    elif not isinstance(node, ast.Lambda):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, True
        if isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name, False
        for child in _children(node):
            yield from _accesses(child)


def _children(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node in the order of execution; of a comprehension, its source."""
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return [*([node.value] if node.value is not None else []), *targets]
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return [node.iter, node.target, *node.body, *node.orelse]
    if isinstance(node, _COMPREHENSIONS):
        return [node.generators[0].iter]
    return list(ast.iter_child_nodes(node))
