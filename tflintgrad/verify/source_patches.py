"""Edits of a program's text that change one statement and move no row."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tflintgrad.diagnostics import Finding, Span
from tflintgrad.knowledge.methods import names_with
from tflintgrad.knowledge.roles import names_of
from tflintgrad.source.cpython_parser import syntax_tree
from tflintgrad.verify.code_templates import text as template
from tflintgrad.verify.program_runs import ProgramRuns

#: Adds tensors, numbers, and lists of gradients alike, in one expression.
SUM = (
    "(lambda a, b: [(x if y is None else y if x is None else x + y) for x, y in zip(a, b)]"
    " if isinstance(b, (list, tuple)) else a + b)"
)


def with_sum(text: str, row: int) -> str | None:
    """Return the text with the assignment in `row` adding to the target instead of replacing it."""
    by_method = _with_increment(text, row)
    if by_method is not None:
        return by_method
    return _with_assigned(text, row, lambda target, value: f"{SUM}({target}, ({value}))")


def _with_assigned(text: str, row: int, new: Callable[[str, str], str]) -> str | None:
    """Return the text with another value in the assignment in `row`, from its target and value."""
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Assign) or not _spans(node, row) or len(node.targets) != 1:
            continue
        target = ast.get_source_segment(text, node.targets[0])
        value = ast.get_source_segment(text, node.value)
        if target is not None and value is not None:
            return replaced(text, node, f"{target} = {new(target, value)}")
    return None


def _with_increment(text: str, row: int) -> str | None:
    """Return the text in which `buffer.assign(x)` in `row` is `buffer.assign_add(x)`."""
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Expr) or not _spans(node, row):
            continue
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.args and call.func.attr in names_with("assign"):
            target = ast.get_source_segment(text, call.func.value)
            value = ast.get_source_segment(text, call.args[0])
            return replaced(text, node, f"{target}.{names_with('increment')[0]}({value})")
    return None


def with_call_through(text: str, span: Span, function: str) -> str | None:
    """Return the text with the call at `span` made by a function of `worker.corrections`."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Call) or node.func.end_lineno is None:
            continue
        column = len(lines[node.lineno - 1].encode()[: node.col_offset].decode())
        if (node.lineno, column + 1) != (span.start.row, span.start.column):
            continue
        if (node.end_lineno or 0) != span.end.row:
            continue
        callee = ast.get_source_segment(text, node.func)
        whole = ast.get_source_segment(text, node)
        if callee is None or whole is None:
            return None
        rest = whole[len(callee) :].lstrip().removeprefix("(")
        start = sum(map(len, lines[: node.lineno - 1])) + column
        through = f"__import__({_CORRECTIONS!r}, fromlist=[{function!r}]).{function}"
        return f"{text[:start]}{through}({callee}, {rest}{text[start + len(whole) :]}"
    return None


def with_expression(text: str, span: Span, name: str) -> str | None:
    """Return the text with the template of this name around the expression at `span`."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.expr) and _is_at(node, span):
            code = ast.get_source_segment(text, node)
            return replaced(text, node, template(name, expression=code)) if code else None
    return None


def with_own_gradient(text: str, row: int) -> str | None:
    """Return the text in which a function around `row` has no custom gradient."""
    names = {name.rpartition(".")[2] for name in names_of("custom_gradient")}
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.FunctionDef) or not _spans(node, row):
            continue
        for decorator in node.decorator_list:
            code = ast.get_source_segment(text, decorator) or ""
            if code.rpartition(".")[2] in names:
                return replaced(text, decorator, template("first_result"))
    return None


_CORRECTIONS = "tflintgrad.verify.worker.corrections"


def with_straight_through(text: str, span: Span) -> str | None:
    """Return the text with a sum that keeps its number and has the gradient of what it replaces.

    That is the term which the sum both adds and subtracts.
    """
    sums = [
        node
        for node in ast.walk(parsed(text))
        if isinstance(node, (ast.BinOp, ast.Call)) and _is_at(node, span)
    ]
    for node in sums[:1]:  # the outermost
        parts = [ast.dump(part) for part in ast.walk(node) if isinstance(part, ast.expr)]
        twice = [
            part
            for part in _terms(node)
            if not isinstance(part, ast.Constant) and parts.count(ast.dump(part)) > 1
        ]
        whole = ast.get_source_segment(text, node)
        kept = ast.get_source_segment(text, twice[0]) if twice else None
        if whole is not None and kept is not None:
            through = f"(lambda s, x: x + {template('detached', value='s - x')})"
            return replaced(text, node, f"({through}(({whole}), ({kept})))")
    return None


def _terms(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        return [*_terms(node.left), *_terms(node.right)]
    if isinstance(node, ast.Call):  # `tf.add(a, b)`
        return [node, *(term for argument in node.args for term in _terms(argument))]
    return [node]


def without_term(text: str, span: Span) -> str | None:
    """Return the text with an expression that counts zero times."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.expr) and _is_at(node, span):
            whole = ast.get_source_segment(text, node)
            if whole is not None:
                return replaced(text, node, f"(0.0 * ({whole}))")
    return None


def with_positions(text: str, span: Span) -> str | None:
    """Return the text with a call that passes its keyword arguments by position."""
    tree = parsed(text)
    orders = {
        node.name: [argument.arg for argument in node.args.args]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not _is_at(node, span):
            continue
        name = str(getattr(node.func, "id", getattr(node.func, "attr", "")))
        given = {k.arg: ast.get_source_segment(text, k.value) for k in node.keywords if k.arg}
        function = ast.get_source_segment(text, node.func)
        order = [argument for argument in orders.get(name, []) if argument in given]
        if function is None or node.args or len(order) != len(given) or None in given.values():
            continue
        values = ", ".join(str(given[argument]) for argument in order)
        return replaced(text, node, f"{function}({values})")
    return None


def with_stop_gradient(text: str, row: int) -> str | None:
    """Return the text with `stop_gradient` around what is assigned or returned in `row`."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Return) and node.value is not None and _spans(node, row):
            value = ast.get_source_segment(text, node.value)
            if value is not None:
                return replaced(text, node, f"return {template('detached', value=value)}")
    return _with_assigned(text, row, lambda target, value: template("detached", value=value))


def loop_at(text: str, row: int) -> tuple[int, int]:
    """Return the first and last row of the loop that starts in `row`, or `row` twice."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.For) and node.lineno <= row <= (node.iter.end_lineno or row):
            return node.lineno, node.end_lineno or row
    return row, row


def without_obstacle(runs: ProgramRuns, finding: Finding) -> tuple[int, str] | None:
    """Return the row of another finding that ended the program, and the program without it.

    Only a statement that binds no name can be taken out.
    """
    raised = runs.as_is().raised
    if raised is None:
        return None
    text = runs.program_text()
    for other in runs.findings:
        rows = runs.rows(other.spot)
        if other is finding or not runs.contains(other):
            continue
        if not any(rows.contains(line) for line in raised.lines):
            continue
        for node in ast.walk(parsed(text)):
            if isinstance(node, ast.Expr) and _spans(node, rows.first):
                return rows.first, replaced(text, node, "pass")
    return None


def parsed(text: str) -> ast.AST:
    """Return the tree of a text, an empty one if it is none."""
    try:
        return syntax_tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module(body=[], type_ignores=[])


def _is_at(node: ast.expr, span: Span) -> bool:
    """True if the expression is what the span covers, perhaps with brackets around it."""
    start = (span.start.row, span.start.column)
    end = (span.end.row, span.end.column)
    last = (node.end_lineno or node.lineno, (node.end_col_offset or 0) + 1)
    return (node.lineno, node.col_offset + 1) == start and last <= end <= (last[0], last[1] + 2)


def _spans(node: ast.stmt, row: int) -> bool:
    return node.lineno <= row <= (node.end_lineno or node.lineno)


def replaced(text: str, node: ast.stmt | ast.expr, new: str) -> str:
    """Return the text with `new` in place of a node, padded so that no row moves."""
    lines = text.splitlines(keepends=True)
    last = node.end_lineno or node.lineno
    head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    tail = lines[last - 1].encode()[node.end_col_offset or 0 :].decode()
    missing = (last - node.lineno) - new.count("\n")
    padding = "\n" * max(0, missing)
    if padding and isinstance(node, ast.expr):
        new = f"({new}{padding})"
        padding = ""
    return "".join([*lines[: node.lineno - 1], head, new, tail, padding, *lines[last:]])
