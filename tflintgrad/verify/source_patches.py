"""Edits of a program's text that change one statement and move no row."""

from __future__ import annotations

import ast

from tflintgrad.diagnostics import Finding
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


def with_stop_gradient(text: str, row: int) -> str | None:
    """Return the text with `stop_gradient` around the value that is assigned in `row`."""
    for node in ast.walk(_parsed(text)):
        if not isinstance(node, ast.Assign) or not _spans(node, row) or len(node.targets) != 1:
            continue
        target = ast.get_source_segment(text, node.targets[0])
        value = ast.get_source_segment(text, node.value)
        if target is not None and value is not None:
            stop = '__import__("tensorflow").stop_gradient'
            return _replaced(text, node, f"{target} = {stop}({value})")
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


def _spans(node: ast.stmt, row: int) -> bool:
    return node.lineno <= row <= (node.end_lineno or node.lineno)


def _replaced(text: str, node: ast.stmt, statement: str) -> str:
    """Return the text with `statement` instead of `node`, padded to as many rows."""
    lines = text.splitlines(keepends=True)
    last = node.end_lineno or node.lineno
    head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    tail = lines[last - 1].encode()[node.end_col_offset or 0 :].decode()
    missing = (last - node.lineno) - statement.count("\n")
    return "".join(
        [*lines[: node.lineno - 1], head, statement, tail, "\n" * max(0, missing), *lines[last:]]
    )
