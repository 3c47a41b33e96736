"""The same program with one statement changed; no row moves."""

from __future__ import annotations

import ast

from tflintgrad.diagnostics import Finding
from tflintgrad.verify.program_runs import Subject

#: Tensors, numbers, and lists of gradients alike, in one expression.
_SUM = (
    "(lambda a, b: [(x if y is None else y if x is None else x + y) for x, y in zip(a, b)]"
    " if isinstance(b, (list, tuple)) else a + b)"
)


def with_sum(text: str, row: int) -> str | None:
    """The assignment in this row adds to what was there, instead of replacing it."""
    for node in ast.walk(_parsed(text)):
        if not isinstance(node, ast.Assign) or not _is_in(node, row) or len(node.targets) != 1:
            continue
        target = ast.get_source_segment(text, node.targets[0])
        value = ast.get_source_segment(text, node.value)
        if target is not None and value is not None:
            return _replaced(text, node, f"{target} = {_SUM}({target}, ({value}))")
    return None


def loop_at(text: str, row: int) -> tuple[int, int]:
    """First and last row of the loop that starts in this row; of the row itself if none does."""
    for node in ast.walk(_parsed(text)):
        if isinstance(node, ast.For) and node.lineno <= row <= (node.iter.end_lineno or row):
            return node.lineno, node.end_lineno or row
    return row, row


def obstacle(subject: Subject, finding: Finding) -> tuple[int, str] | None:
    """The row of another finding that ended the program, and the program without it.

    Only a statement that gives nothing a name can be taken out.
    """
    raised = subject.natural().raised
    if raised is None:
        return None
    text = subject.source()
    for other in subject.findings:
        window = subject.window(other.spot)
        if other is finding or not subject.holds(other):
            continue
        if not any(window.holds(place) for place in raised.places):
            continue
        for node in ast.walk(_parsed(text)):
            if isinstance(node, ast.Expr) and _is_in(node, window.first):
                return window.first, _replaced(text, node, "pass")
    return None


def _parsed(text: str) -> ast.AST:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module(body=[], type_ignores=[])


def _is_in(node: ast.stmt, row: int) -> bool:
    return node.lineno <= row <= (node.end_lineno or node.lineno)


def _replaced(text: str, node: ast.stmt, by: str) -> str:
    """The text with another statement in its place, filled up to as many rows."""
    lines = text.splitlines(keepends=True)
    last = node.end_lineno or node.lineno
    head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    tail = lines[last - 1].encode()[node.end_col_offset or 0 :].decode()
    missing = (last - node.lineno) - by.count("\n")
    return "".join(
        [*lines[: node.lineno - 1], head, by, tail, "\n" * max(0, missing), *lines[last:]]
    )
