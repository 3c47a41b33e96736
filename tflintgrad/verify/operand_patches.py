"""Edits of a program's text that change the two operands of one operation or call."""

from __future__ import annotations

import ast

from tflintgrad.diagnostics import Span
from tflintgrad.verify.source_patches import parsed, replaced

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.Mod: "%",
    ast.FloorDiv: "//",
}


def with_operands(text: str, span: Span, first: str, second: str) -> str | None:
    """Return the text with the operands of what is at `span` replaced, evaluated once each.

    `first` and `second` are expressions of `a` and `b`, the operands.
    """
    node = _operation(text, span)
    if node is None:
        return None
    if isinstance(node, ast.Call):
        new = _called(text, node, first, second)
    else:
        left, right = _operands(node)
        parts = _source(text, left), _source(text, right)
        symbol = _OPERATORS.get(type(node.op))
        if None in parts or symbol is None:
            return None
        new = f"(lambda a, b: ({first}) {symbol} ({second}))({parts[0]}, {parts[1]})"
        if isinstance(node, ast.AugAssign):
            new = f"{parts[0]} = {new}"
    return None if new is None else replaced(text, node, new)


def _operands(node: ast.BinOp | ast.AugAssign) -> tuple[ast.expr, ast.expr]:
    if isinstance(node, ast.AugAssign):
        return node.target, node.value
    return node.left, node.right


def _called(text: str, node: ast.Call, first: str, second: str) -> str | None:
    """Return a call with its first two arguments replaced."""
    names = [None] * len(node.args) + [keyword.arg for keyword in node.keywords]
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    sources = [_source(text, value) for value in (node.func, *values)]
    if len(values) < 2 or None in sources or any(isinstance(v, ast.Starred) for v in values):
        return None
    new = [f"({first})", f"({second})", *(source or "" for source in sources[3:])]
    pairs = zip(names, new, strict=True)
    passed = ", ".join(value if name is None else f"{name}={value}" for name, value in pairs)
    return f"(lambda f, a, b: f({passed}))({sources[0]}, {sources[1]}, {sources[2]})"


def _source(text: str, node: ast.expr) -> str | None:
    found = ast.get_source_segment(text, node)
    return None if found is None else f"({found})"


def _operation(text: str, span: Span) -> ast.BinOp | ast.Call | ast.AugAssign | None:
    """Return the largest operation or call within a span."""
    lines = text.splitlines(keepends=True)
    start = span.start.row, span.start.column
    end = span.end.row, span.end.column
    for node in ast.walk(parsed(text)):  # outer ones first
        if isinstance(node, (ast.BinOp, ast.Call, ast.AugAssign)):
            first = _position(lines, node.lineno, node.col_offset)
            last = _position(lines, node.end_lineno or 0, node.end_col_offset or 0)
            if start <= first and last <= end:
                return node
    return None


def _position(lines: list[str], row: int, offset: int) -> tuple[int, int]:
    """Return a position of `ast`, whose columns count bytes, as findings count them."""
    line = lines[row - 1] if 0 < row <= len(lines) else ""
    return row, len(line.encode()[:offset].decode(errors="replace")) + 1
