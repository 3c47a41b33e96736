"""Smaller texts of a program: statements left out and blocks opened while something still holds.

The search is that of delta debugging over the statements of the program. What has to hold is up to
the caller: that tflintgrad finds the same mistake, or that TensorFlow shows the same effect.
"""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Callable, Iterator

from tflintgrad.verify.repro.module_text import first_row, is_script_part, local_names

_BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__"}
_BLOCKS = (ast.For, ast.While, ast.If, ast.With, ast.Try)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Characters of a line that a statement of several lines may become.
_LINE = 88
#: Calls whose result does not matter and that change nothing.
_IDLE_CALLS = frozenset({"print"})


def reduced(text: str, holds: Callable[[str], bool], tries: int, *, only_unused: bool) -> str:
    """Return the smallest text that was found for which `holds` is true.

    With `only_unused`, leave out only what nothing else of the program uses; otherwise any
    statement, if all names keep a binding. `holds` is asked `tries` times at most.
    """
    original = _parsed(text)
    if original is None:
        return text
    attributes, missing = _bound_attributes(original), _outside_names(original)
    refused: set[str] = set()
    last = text
    improved = True
    while improved:
        improved = False
        for gone, make in _proposals(text, only_unused):
            smaller = make()
            tree = _parsed(smaller) if gone not in refused else None
            if tree is None or _lacks_names(tree, missing) or _lacks(tree, attributes):
                continue
            if tries <= 0:
                return text
            tries -= 1
            if holds(smaller):
                text, improved = smaller, True
                break
            refused.add(gone)
        # What was refused may go once other statements are gone.
        if not improved and refused and text != last:
            last, improved = text, True
            refused.clear()
    return text


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


# --- proposals


def _proposals(text: str, only_unused: bool) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield what could go and how the text is then, the largest parts first."""
    tree = ast.parse(text)
    lines = text.split("\n")
    found: list[tuple[int, str, Callable[[], str]]] = []
    unused = _unused(tree) if only_unused else None
    for body, statement in _with_bodies(tree):
        if _shares_row(statement, body):
            continue
        rows = range(first_row(statement) - 1, statement.end_lineno or statement.lineno)
        written = "\n".join(lines[rows.start : rows.stop])
        # The last statement prints the gradient, or issues the query.
        is_last = statement is tree.body[-1]
        if not is_last and _can_go(statement, body) and (unused is None or id(statement) in unused):
            left = "" if len(body) > 1 else "pass"
            if not left or len(rows) > 1:
                found.append((len(rows), f"all of {written}", _without(lines, rows, left)))
        if isinstance(statement, _BLOCKS) and (unused is None or is_script_part(statement, tree)):
            inside = statement.body[0].lineno - first_row(statement)
            found.append((max(1, inside), f"around {written}", _opened(lines, rows, statement)))
    for definition, call in _procedures(tree):
        found.append((2, f"call of {definition.name}", _written_out(lines, definition, call)))
    for body, statement in _with_bodies(tree):
        rows = range(statement.lineno - 1, statement.end_lineno or statement.lineno)
        if len(rows) > 1 and not isinstance(statement, (*_BLOCKS, *_DEFINITIONS)):
            line = ast.unparse(statement)
            if statement.col_offset + len(line) <= _LINE and not _shares_row(statement, body):
                found.append((len(rows) - 1, f"lines {line}", _without(lines, rows, line)))
    for rows, new in _documentation(tree):
        text_of = "\n".join(lines[rows.start : rows.stop])
        found.append((len(rows), f"text {text_of}", _without(lines, rows, new)))
    found.sort(key=lambda item: -item[0])
    yield from ((gone, make) for _, gone, make in found)


def _with_bodies(tree: ast.Module) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """Yield all statements, each with the list that it is in."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield from ((body, item) for item in body if isinstance(item, ast.stmt))


def _shares_row(statement: ast.stmt, body: list[ast.stmt]) -> bool:
    return any(
        other is not statement
        and other.lineno <= (statement.end_lineno or 0)
        and statement.lineno <= (other.end_lineno or 0)
        for other in body
    )


def _can_go(statement: ast.stmt, body: list[ast.stmt]) -> bool:
    """False for what a function returns, for `super().__init__()`, and for what is empty."""
    if isinstance(statement, (ast.Return, ast.Pass, ast.Global, ast.Nonlocal)):
        return isinstance(statement, ast.Pass) and len(body) > 1
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    simple = not isinstance(statement, (*_BLOCKS, *_DEFINITIONS))
    return not (simple and any(getattr(call.func, "id", "") == "super" for call in calls))


def _without(lines: list[str], rows: range, left: str) -> Callable[[], str]:
    first = lines[rows.start]
    indentation = first[: len(first) - len(first.lstrip())]

    def make() -> str:
        kept = [f"{indentation}{left}"] if left else []
        return _tidy([*lines[: rows.start], *kept, *lines[rows.stop :]])

    return make


def _opened(lines: list[str], rows: range, block: ast.stmt) -> Callable[[], str]:
    """Return a text in which the body of a block stands in place of the block."""
    body: list[ast.stmt] = getattr(block, "body", [])
    inner = lines[first_row(body[0]) - 1 : body[-1].end_lineno]
    first = lines[rows.start]
    indentation = first[: len(first) - len(first.lstrip())]

    def make() -> str:
        moved = textwrap.indent(textwrap.dedent("\n".join(inner)), indentation).split("\n")
        return _tidy([*lines[: rows.start], *moved, *lines[rows.stop :]])

    return make


def _procedures(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.stmt]]:
    """Yield functions that only one statement at the top level calls, like `main()`."""
    used = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    functions = {
        item.name: item
        for item in tree.body
        if isinstance(item, ast.FunctionDef) and not item.decorator_list
    }
    for statement in tree.body:
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call) or call.args or call.keywords:
            continue
        function = functions.get(getattr(call.func, "id", ""))
        if function is None or used.count(function.name) != 1 or ast.unparse(function.args):
            continue
        ends = (ast.Return, ast.Yield, ast.YieldFrom, ast.Global)
        inside = list(ast.walk(function))
        stored = {n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        names = {name for item in tree.body if item is not function for name in _globals_in(item)}
        if not any(isinstance(node, ends) for node in inside) and not stored & names:
            yield function, statement


def _globals_in(statement: ast.stmt) -> set[str]:
    """Return the names in a statement that belong to the module."""
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    is_definition = isinstance(statement, _DEFINITIONS)
    return names - local_names(statement) if is_definition else names


def _written_out(lines: list[str], function: ast.FunctionDef, call: ast.stmt) -> Callable[[], str]:
    """Return a text in which the body of a function stands in place of its only call."""
    body = lines[function.body[0].lineno - 1 : function.end_lineno]

    def make() -> str:
        moved = textwrap.dedent("\n".join(body)).split("\n")
        before = [*lines[: function.lineno - 1], *lines[function.end_lineno : call.lineno - 1]]
        return _tidy([*before, *moved, *lines[call.end_lineno :]])

    return make


def _documentation(tree: ast.Module) -> Iterator[tuple[range, str]]:
    """Yield the rows of docstrings, and what has to stand there instead."""
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS):
            first = node.body[0]
            is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            if is_text and first.lineno > node.lineno:
                left = "pass" if len(node.body) == 1 else ""
                yield range(first.lineno - 1, first.end_lineno or first.lineno), left


def _tidy(lines: list[str]) -> str:
    """Return lines as a text without empty lines at the head of a block, or three in a row."""
    kept: list[str] = []
    for line in lines:
        opens = bool(kept) and kept[-1].rstrip().endswith(":")
        repeated = len(kept) > 1 and not kept[-1].strip() and not kept[-2].strip()
        if line.strip() or not (opens or repeated):
            kept.append(line)
    return "\n".join(kept).strip("\n") + "\n"


# --- names


def _unused(tree: ast.Module) -> set[int]:
    """Return the ids of statements that bind what nothing reads, or only print."""
    loads: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            loads.setdefault(node.id, []).append(node)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            loads.setdefault(f".{node.attr}", []).append(node)
        elif isinstance(node, ast.keyword) and node.arg:
            loads.setdefault(f".{node.arg}", []).append(node)
    inherited = _methods_of_subclasses(tree)
    imported = _imported(tree)
    found = set()
    for _, statement in _with_bodies(tree):
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


def _methods_of_subclasses(tree: ast.AST) -> set[int]:
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
                    found.add(node.id)
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


def _bound_attributes(tree: ast.AST) -> frozenset[str]:
    """Return the attributes that the program itself binds."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            found.update(item.name for item in node.body if isinstance(item, _DEFINITIONS))
    return frozenset(found)


def _outside_names(tree: ast.Module) -> dict[str, set[str]]:
    """Return the names that each function, and the module (""), reads and does not bind."""
    found = {"": _unbound_names(tree) - _BUILTINS}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.setdefault(node.name, set()).update(_unbound_names(node))
    return found


def _lacks_names(tree: ast.Module, missing: dict[str, set[str]]) -> bool:
    """True if some code reads a name that it, or that the module, does not bind any more."""
    now = _outside_names(tree)
    return any(names - missing.get(function, names) for function, names in now.items())


def _unbound_names(tree: ast.AST) -> set[str]:
    """Return the names that some code reads and does not bind."""
    bound: set[str] = set()
    read: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (bound if isinstance(node.ctx, ast.Store) else read).add(node.id)
        elif isinstance(node, _DEFINITIONS):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return read - bound


def _lacks(tree: ast.Module, attributes: frozenset[str]) -> bool:
    """True if a text reads one of these attributes and does not bind it."""
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    return bool(read & attributes - _bound_attributes(tree))
