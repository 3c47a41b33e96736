"""The names that a program binds and reads, for its reduction."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

_BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__"}
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Calls whose result does not matter and that change nothing.
_IDLE_CALLS = frozenset({"print"})


def with_bodies(tree: ast.Module) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """Yield all statements, each with the list that it is in."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield from ((body, item) for item in body if isinstance(item, ast.stmt))


def unused(tree: ast.Module) -> set[int]:
    """Return the ids of statements that bind what nothing reads, or only print."""
    loads: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            loads.setdefault(node.id, []).append(node)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            loads.setdefault(f".{node.attr}", []).append(node)
        elif isinstance(node, ast.keyword) and node.arg:
            loads.setdefault(f".{node.arg}", []).append(node)
    inherited = methods_of_subclasses(tree)
    imported = _imported(tree)
    found = set()
    for _, statement in with_bodies(tree):
        if id(statement) in inherited:
            continue
        if _is_idle_call(statement, imported):
            found.add(id(statement))
            continue
        bound = _binds(statement, imported)
        if bound is None:
            continue
        inside = {id(node) for node in ast.walk(statement)}
        if all(id(node) in inside for name in bound for node in loads.get(name, ())):
            found.add(id(statement))
    return found


def methods_of_subclasses(tree: ast.AST) -> set[int]:
    """Return the ids of methods that a base class may call."""
    return {
        id(item)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.bases
        for item in node.body
    }


def _imported(tree: ast.AST) -> frozenset[str]:
    """Return the names of libraries, classes and builtins: calling them changes nothing else."""
    found: set[str] = set(_BUILTINS)
    for node in ast.walk(tree):
        if isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ClassDef):
            found.add(node.name)
    return frozenset(found)


def _is_idle_call(statement: ast.stmt, imported: frozenset[str]) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Constant):
        return True
    if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in _IDLE_CALLS:
        return False
    return not any(_may_matter(argument, imported) for argument in call.args)


def _binds(statement: ast.stmt, imported: frozenset[str]) -> set[str] | None:
    """Return what a statement binds if that is all it does; attributes begin with a dot."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(item.asname or item.name).partition(".")[0] for item in statement.names}
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        if statement.name.startswith("__") or statement.decorator_list:
            return None
        return {statement.name, f".{statement.name}"}
    if isinstance(statement, ast.Assign) and not _may_matter(statement.value, imported):
        found = set()
        for target in statement.targets:
            for node in ast.walk(target):
                if isinstance(node, (ast.Subscript, ast.Starred)):
                    return None
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    found |= {node.id, f".{node.id}"}  # it may be an attribute of a class
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(f".{node.attr}")
        return found
    return None


def _may_matter(node: ast.expr, imported: frozenset[str]) -> bool:
    """True if an expression calls an object of the program: that may build a model, say."""
    for call in ast.walk(node):
        if not isinstance(call, ast.Call):
            continue
        callee: ast.expr = call.func
        while isinstance(callee, ast.Attribute):
            callee = callee.value
        if not isinstance(callee, ast.Name) or callee.id not in imported:
            return True
    return False


def _names_bound_by(statement: ast.stmt) -> set[str]:
    """Return the names of a definition or an assignment in the body of a class."""
    if isinstance(statement, DEFINITIONS):
        return {statement.name}
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    nodes = [node for target in targets for node in ast.walk(target)]
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def bound_attributes(tree: ast.AST) -> frozenset[str]:
    """Return the attributes that the program itself binds."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                found |= _names_bound_by(item)
    return frozenset(found)


def outside_names(tree: ast.Module) -> dict[str, set[str]]:
    """Return the names that each function, and the module (""), reads and does not bind."""
    found = {"": _unbound_names(tree) - _BUILTINS}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.setdefault(node.name, set()).update(_unbound_names(node))
    return found


def lacks_names(tree: ast.Module, missing: dict[str, set[str]]) -> bool:
    """True if some code reads a name that it, or that the module, does not bind any more."""
    now = outside_names(tree)
    return any(names - missing.get(function, names) for function, names in now.items())


def _unbound_names(tree: ast.AST) -> set[str]:
    """Return the names that some code reads and does not bind."""
    bound: set[str] = set()
    read: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (bound if isinstance(node.ctx, ast.Store) else read).add(node.id)
        elif isinstance(node, DEFINITIONS):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return read - bound


def lacks(tree: ast.Module, attributes: frozenset[str]) -> bool:
    """True if a text reads one of these attributes and does not bind it."""
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    return bool(read & attributes - bound_attributes(tree))
