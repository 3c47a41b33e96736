"""The text of a module: edits that move no row, and the names that its code binds."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A replacement of a part of a text; columns count bytes, as those of `ast` do."""

    start: tuple[int, int]
    end: tuple[int, int]
    new: str

    @classmethod
    def replacing(cls, node: ast.expr | ast.stmt, new: str) -> Edit:
        """Return the edit that writes `new` in place of a node."""
        end = (node.end_lineno or node.lineno, node.end_col_offset or 0)
        return cls((first_row(node), node.col_offset), end, new)

    @classmethod
    def renaming(cls, node: ast.AST, new: str) -> Edit:
        """Return the edit that gives a function or class another name."""
        assert isinstance(node, _DEFINITIONS)
        word = {ast.AsyncFunctionDef: "async def ", ast.ClassDef: "class "}.get(type(node), "def ")
        column = node.col_offset + len(word)
        return cls((node.lineno, column), (node.lineno, column + len(node.name.encode())), new)


def first_row(node: ast.expr | ast.stmt) -> int:
    """Return the first row of a node, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(item.lineno for item in decorators)])


def edited(text: str, edits: Iterable[Edit]) -> list[str]:
    """Return the lines of a text after edits, each line in its row."""
    lines = text.split("\n")
    for edit in sorted(edits, reverse=True):
        (row, column), (last, end) = edit.start, edit.end
        head = lines[row - 1].encode()[:column].decode()
        tail = lines[last - 1].encode()[end:].decode()
        written = f"{head}{edit.new}{tail}" if edit.new or tail.strip() else head.rstrip()
        lines[row - 1 : last] = [written, *[""] * (last - row)]
    return lines


def defined_name(node: ast.AST) -> str:
    """Return the name of a function or class."""
    return str(getattr(node, "name", ""))


def is_script_part(statement: ast.stmt, tree: ast.Module) -> bool:
    """True for what does nothing when a module is imported: its docstring, and its main block."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return statement is tree.body[0]
    return (
        isinstance(statement, ast.If)
        and isinstance(statement.test, ast.Compare)
        and isinstance(statement.test.left, ast.Name)
        and statement.test.left.id == "__name__"
    )


def bound_at_top(tree: ast.Module, left_out: Container[int]) -> Iterator[tuple[str, str, ast.stmt]]:
    """Yield the names that a module binds, the library's name for what it imports, and where."""
    for statement in _outside_functions(tree, left_out):
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                top = alias.name.partition(".")[0]
                yield alias.asname or top, alias.name if alias.asname else top, statement
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                yield alias.asname or alias.name, f"{statement.module}.{alias.name}", statement
        elif isinstance(statement, _DEFINITIONS):
            yield statement.name, "", statement
        else:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id, "", statement


def _outside_functions(tree: ast.Module, left_out: Container[int]) -> Iterator[ast.stmt]:
    pending: list[ast.stmt] = list(reversed(tree.body))
    while pending:
        statement = pending.pop()
        if id(statement) in left_out:
            continue
        inner = [child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.stmt)]
        if not inner or isinstance(statement, _DEFINITIONS):
            yield statement
            continue
        pending += reversed(inner)
        heads = [item for item in ast.iter_child_nodes(statement) if isinstance(item, ast.expr)]
        yield from (ast.copy_location(ast.Expr(head), statement) for head in heads)
        for handler in getattr(statement, "handlers", ()):
            pending += reversed(handler.body)


def local_names(tree: ast.AST) -> frozenset[str]:
    """Return the names that functions and classes bind inside themselves."""
    found: set[str] = set()
    for scope in ast.walk(tree):
        if not isinstance(scope, (*_FUNCTIONS, ast.ClassDef)):
            continue
        for node in ast.walk(scope):
            if isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, _DEFINITIONS) and node is not scope:
                found.add(node.name)
    return frozenset(found)
