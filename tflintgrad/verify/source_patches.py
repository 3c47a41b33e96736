"""Edits of a program's text that change one statement and move no row."""

from __future__ import annotations

import ast

from tflintgrad.diagnostics import Finding, Span
from tflintgrad.verify.program_runs import ProgramRuns

#: Adds tensors, numbers, and lists of gradients alike, in one expression.
_SUM = (
    "(lambda a, b: [(x if y is None else y if x is None else x + y) for x, y in zip(a, b)]"
    " if isinstance(b, (list, tuple)) else a + b)"
)


def with_sum(text: str, row: int) -> str | None:
    """Return the text with the assignment in `row` adding to the target instead of replacing it."""
    for node in ast.walk(_parsed(text)):
        if not isinstance(node, ast.Assign) or not _spans(node, row) or len(node.targets) != 1:
            continue
        target = ast.get_source_segment(text, node.targets[0])
        value = ast.get_source_segment(text, node.value)
        if target is not None and value is not None:
            return _replaced(text, node, f"{target} = {_SUM}({target}, ({value}))")
    return None


def with_straight_through(text: str, span: Span) -> str | None:
    """Return the text with a sum that keeps its number and has the gradient of what it replaces.

    That is the term which the sum both adds and subtracts.
    """
    sums = [
        node
        for node in ast.walk(_parsed(text))
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
            stop = '__import__("tensorflow").stop_gradient'
            return _replaced(text, node, f"((lambda s, x: x + {stop}(s - x))(({whole}), ({kept})))")
    return None


def _terms(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        return [*_terms(node.left), *_terms(node.right)]
    if isinstance(node, ast.Call):  # `tf.add(a, b)`
        return [node, *(term for argument in node.args for term in _terms(argument))]
    return [node]


def without_term(text: str, span: Span) -> str | None:
    """Return the text with an expression that counts zero times."""
    for node in ast.walk(_parsed(text)):
        if isinstance(node, ast.expr) and _is_at(node, span):
            whole = ast.get_source_segment(text, node)
            if whole is not None:
                return _replaced(text, node, f"(0.0 * ({whole}))")
    return None


def with_positions(text: str, span: Span) -> str | None:
    """Return the text with a call that passes its keyword arguments by position."""
    tree = _parsed(text)
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
        return _replaced(text, node, f"{function}({values})")
    return None


def loop_at(text: str, row: int) -> tuple[int, int]:
    """Return the first and last row of the loop that starts in `row`, or `row` twice."""
    for node in ast.walk(_parsed(text)):
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
        for node in ast.walk(_parsed(text)):
            if isinstance(node, ast.Expr) and _spans(node, rows.first):
                return rows.first, _replaced(text, node, "pass")
    return None


def _parsed(text: str) -> ast.AST:
    try:
        return ast.parse(text)
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


def _replaced(text: str, node: ast.stmt | ast.expr, statement: str) -> str:
    """Return the text with `statement` instead of `node`, padded to as many rows."""
    lines = text.splitlines(keepends=True)
    last = node.end_lineno or node.lineno
    head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    tail = lines[last - 1].encode()[node.end_col_offset or 0 :].decode()
    missing = (last - node.lineno) - statement.count("\n")
    return "".join(
        [*lines[: node.lineno - 1], head, statement, tail, "\n" * max(0, missing), *lines[last:]]
    )
