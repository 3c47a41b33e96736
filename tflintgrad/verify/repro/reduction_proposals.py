"""Proposals of a reduction: a part of a program, and the program without it."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Iterator

from tflintgrad.verify.repro.module_text import first_row, is_script_part, local_names
from tflintgrad.verify.repro.used_names import (
    DEFINITIONS,
    methods_of_subclasses,
    unused,
    with_bodies,
)

_BLOCKS = (ast.For, ast.While, ast.If, ast.With, ast.Try)
#: Characters of a line that a statement of several lines may become.
_LINE = 88


#: How much a proposal is worth, what would go, and the function that leaves it out.
_Ranked = tuple[int, str, Callable[[], str]]


def proposals(
    text: str, only_unused: bool, keep_last: bool = True
) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield what could go and how the text is then, the largest parts first.

    What objects of libraries may need, such as a call of `compile`, comes after all others.
    """
    tree = ast.parse(text)
    lines = text.split("\n")
    found = _of_statements(tree, lines, unused(tree) if only_unused else None, keep_last)
    for definition, call in _procedures(tree):
        found.append((2, f"call of {definition.name}", _written_out(lines, definition, call)))
    for body, statement in with_bodies(tree):
        rows = range(statement.lineno - 1, statement.end_lineno or statement.lineno)
        if len(rows) > 1 and not isinstance(statement, (*_BLOCKS, *DEFINITIONS)):
            line = ast.unparse(statement)
            if statement.col_offset + len(line) <= _LINE and not _shares_row(statement, body):
                found.append((len(rows) - 1, f"lines {line}", _without(lines, rows, line)))
    for rows in () if only_unused else _rows_of_elements(tree):
        element = "\n".join(lines[rows.start : rows.stop])
        found.append((len(rows), f"element {element}", _without(lines, rows, "")))
    for statement, line in () if only_unused else _shorter_statements(tree):
        rows = range(statement.lineno - 1, statement.end_lineno or statement.lineno)
        found.append((len(rows) - 1, f"all but {line}", _without(lines, rows, line)))
    for rows, new in _documentation(tree):
        text_of = "\n".join(lines[rows.start : rows.stop])
        found.append((len(rows), f"text {text_of}", _without(lines, rows, new)))
    found.sort(key=lambda item: -item[0])
    yield from ((gone, make) for _, gone, make in found)


def _of_statements(
    tree: ast.Module, lines: list[str], idle: set[int] | None, keep_last: bool
) -> list[_Ranked]:
    """Return whole statements that could go, and blocks that could be opened."""
    found: list[_Ranked] = []
    inherited = methods_of_subclasses(tree)
    for body, statement in with_bodies(tree):
        if _shares_row(statement, body):
            continue
        rows = range(first_row(statement) - 1, statement.end_lineno or statement.lineno)
        written = "\n".join(lines[rows.start : rows.stop])
        # The last statement prints the gradient, or issues the query.
        is_last = keep_last and statement is tree.body[-1]
        if not is_last and _can_go(statement, body) and (idle is None or id(statement) in idle):
            left = "" if len(body) > 1 else "pass"
            is_needed = id(statement) in inherited or _calls_method(statement)
            rank = len(rows) - (len(lines) if is_needed else 0)
            if not left or len(rows) > 1:
                found.append((rank, f"all of {written}", _without(lines, rows, left)))
        if isinstance(statement, _BLOCKS) and (idle is None or is_script_part(statement, tree)):
            inside = statement.body[0].lineno - first_row(statement)
            found.append((max(1, inside), f"around {written}", _opened(lines, rows, statement)))
    return found


def _calls_method(statement: ast.stmt) -> bool:
    """True for a call whose result is dropped, of a method: it changes an object."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)


def _shares_row(statement: ast.stmt, body: list[ast.stmt]) -> bool:
    return any(
        other is not statement
        and other.lineno <= (statement.end_lineno or 0)
        and statement.lineno <= (other.end_lineno or 0)
        for other in body
    )


def _can_go(statement: ast.stmt, body: list[ast.stmt]) -> bool:
    """False for what a function returns or yields, for constructors, and for what is empty."""
    if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
        return len(statement.args.args) == 1 and not statement.args.kwonlyargs
    is_definition = isinstance(statement, DEFINITIONS)
    if not is_definition and any(isinstance(n, ast.Yield) for n in ast.walk(statement)):
        return False
    if isinstance(statement, (ast.Return, ast.Pass, ast.Global, ast.Nonlocal)):
        return isinstance(statement, ast.Pass) and len(body) > 1
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    simple = not isinstance(statement, (*_BLOCKS, *DEFINITIONS))
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
    is_definition = isinstance(statement, DEFINITIONS)
    return names - local_names(statement) if is_definition else names


def _written_out(lines: list[str], function: ast.FunctionDef, call: ast.stmt) -> Callable[[], str]:
    """Return a text in which the body of a function stands in place of its only call."""
    body = lines[function.body[0].lineno - 1 : function.end_lineno]

    def make() -> str:
        moved = textwrap.dedent("\n".join(body)).split("\n")
        before = [*lines[: function.lineno - 1], *lines[function.end_lineno : call.lineno - 1]]
        return _tidy([*before, *moved, *lines[call.end_lineno :]])

    return make


def _rows_of_elements(tree: ast.Module) -> Iterator[range]:
    """Yield the rows of elements and arguments that have rows of their own."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr):
            continue
        parts = _parts(node)
        if not isinstance(node, ast.Call) and len(parts) < 2:
            continue
        for first, last in parts:
            others = [other for other in parts if other != (first, last)]
            is_apart = all(end < first or last < start for start, end in others)
            if is_apart and node.lineno < first and last < (node.end_lineno or 0):
                yield range(first - 1, last)


def _parts(node: ast.expr) -> list[tuple[int, int]]:
    """Return the first and last rows of the elements or arguments of an expression."""
    if isinstance(node, (ast.List, ast.Tuple)):
        pairs: list[tuple[ast.expr, ast.expr]] = [(item, item) for item in node.elts]
    elif isinstance(node, ast.Dict):
        pairs = [(key or value, value) for key, value in zip(node.keys, node.values, strict=True)]
    elif isinstance(node, ast.Call):
        values = [*node.args, *(item.value for item in node.keywords)]
        pairs = [(item, item) for item in values]
    else:
        return []
    return [(first.lineno, last.end_lineno or last.lineno) for first, last in pairs]


def _shorter_statements(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements that could be simpler, and their text then."""
    yield from _shortened(tree)
    yield from _without_keywords(tree)
    yield from _decided(tree)


def _decided(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements with either side of `a if test else b`, and their text."""
    for body, statement in with_bodies(tree):
        if not isinstance(statement, (ast.Assign, ast.Return)) or _shares_row(statement, body):
            continue
        value = statement.value
        if not isinstance(value, ast.IfExp):
            continue
        for chosen in (value.body, value.orelse):
            statement.value = chosen
            text = ast.unparse(statement)
            statement.value = value
            if statement.col_offset + len(text) <= _LINE:
                yield statement, text


def _shortened(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements whose list or dict could have its first element alone, and their text."""
    for body, statement in with_bodies(tree):
        value = getattr(statement, "value", None)
        if not isinstance(statement, (ast.Assign, ast.Return)) or _shares_row(statement, body):
            continue
        if isinstance(value, ast.List) and len(value.elts) > 1:
            rest = value.elts
            value.elts = rest[:1]
            text = ast.unparse(statement)
            value.elts = rest
        elif isinstance(value, ast.Dict) and len(value.keys) > 1:
            keys, values = value.keys, value.values
            value.keys, value.values = keys[:1], values[:1]
            text = ast.unparse(statement)
            value.keys, value.values = keys, values
        else:
            continue
        if statement.col_offset + len(text) <= _LINE:
            yield statement, text


def _without_keywords(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements without a keyword that needs a definition of the program, and their text."""
    defined = {item.name for item in tree.body if isinstance(item, DEFINITIONS)}
    for body, statement in with_bodies(tree):
        if isinstance(statement, (*_BLOCKS, *DEFINITIONS)) or _shares_row(statement, body):
            continue
        for call in ast.walk(statement):
            for keyword in list(call.keywords) if isinstance(call, ast.Call) else ():
                names = {n.id for n in ast.walk(keyword) if isinstance(n, ast.Name)}
                if not names & defined or not isinstance(call, ast.Call):
                    continue
                all_keywords = call.keywords
                call.keywords = [item for item in all_keywords if item is not keyword]
                text = ast.unparse(statement)
                call.keywords = all_keywords
                if statement.col_offset + len(text) <= _LINE:
                    yield statement, text


def _documentation(tree: ast.Module) -> Iterator[tuple[range, str]]:
    """Yield the rows of docstrings, and what has to stand there instead."""
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS):
            first = node.body[0]
            is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            if is_text and first.lineno > node.lineno:
                left = "pass" if len(node.body) == 1 else ""
                yield range(first.lineno - 1, first.end_lineno or first.lineno), left


def _tidy(lines: list[str]) -> str:
    """Return lines as a text without empty lines at the head of a block, or two in a row."""
    kept: list[str] = []
    for line in lines:
        opens = bool(kept) and kept[-1].rstrip().endswith(":")
        repeated = bool(kept) and not kept[-1].strip()
        if line.strip() or not (opens or repeated):
            kept.append(line)
    return "\n".join(kept).strip("\n") + "\n"
