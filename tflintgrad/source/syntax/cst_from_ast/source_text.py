"""The text of a module, by nodes of CPython's parser."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import libcst as cst

from tflintgrad.source.syntax.deep_expressions import find_costly_statement, is_costly_expression
from tflintgrad.source.syntax.libcst_parser import parse_native


class SourceText:
    """The text of a module; CPython counts its rows from 1, its columns in bytes of UTF-8."""

    __slots__ = ("_above", "_is_ascii", "is_large", "lines")

    def __init__(self, text: str, *, is_large: bool = False) -> None:
        self.lines = text.split("\n")
        self._is_ascii = text.isascii()
        #: The bodies of functions are parsed again when they are built.
        self.is_large = is_large
        #: The number of rows above the part that CPython parsed.
        self._above = 0

    def part(self, above: int, *, is_large: bool) -> SourceText:
        """Return this text for nodes of a part that starts below `above` rows."""
        other = SourceText("", is_large=is_large)
        other.lines, other._is_ascii, other._above = self.lines, self._is_ascii, above
        return other

    def rows_of(self, statement: ast.stmt) -> range:
        """Return the rows of a statement, counted from 1, with its decorators."""
        first = statement.lineno
        if isinstance(statement, _DECORATED) and statement.decorator_list:
            first = statement.decorator_list[0].lineno
        last = statement.end_lineno or first
        return range(first + self._above, last + self._above + 1)

    def rows_of_block(self, statements: Sequence[ast.stmt]) -> range:
        """Return the rows from the first to the last statement of a block."""
        return range(self.rows_of(statements[0]).start, self.rows_of(statements[-1]).stop)

    def row_above(self, node: ast.stmt) -> str:
        """Return the row above a statement; empty if there is none."""
        row = node.lineno + self._above - 1
        return self.lines[row - 1] if row > 0 else ""

    def of(self, node: Any) -> str:
        """Return the text of a node."""
        first, last = node.lineno - 1 + self._above, node.end_lineno - 1 + self._above
        if first == last:
            return self._cut(first, node.col_offset, node.end_col_offset)
        start, end = (
            self._cut(first, node.col_offset, None),
            self._cut(last, 0, node.end_col_offset),
        )
        return "\n".join((start, *self.lines[first + 1 : last], end))

    def before(self, node: Any) -> str:
        """Return the text before a node in its first row."""
        return self._cut(node.lineno - 1 + self._above, 0, node.col_offset)

    def after(self, node: Any) -> str:
        """Return the text after a node in its last row."""
        return self._cut(node.end_lineno - 1 + self._above, node.end_col_offset, None)

    def _cut(self, row: int, start: int, stop: int | None) -> str:
        line = self.lines[row]
        if self._is_ascii or line.isascii():
            return line[start:stop]
        return line.encode()[start:stop].decode()

    def parsed(self, node: ast.expr) -> cst.BaseExpression:
        """Parse the text of an expression with libcst's own parser."""
        text = self.of(node)
        if is_costly_expression(text, node):
            raise RecursionError
        statement = _only(f"({text}\n)")
        assert isinstance(statement, cst.Expr)
        return statement.value

    def parsed_small(self, node: ast.stmt) -> cst.BaseSmallStatement:
        """Parse the text of a statement without a block with libcst's own parser."""
        text = self.of(node)
        if is_costly_expression(text, node):
            raise RecursionError
        return _only(text)

    def reparse_body(self, rows: range) -> tuple[SourceText, list[ast.stmt]]:
        """Parse the rows of a function's body again with CPython's parser."""
        (function,) = ast.parse(self._standalone(rows)).body
        assert isinstance(function, ast.AsyncFunctionDef)
        return self.part(rows.start - 2, is_large=False), function.body

    def is_costly(self, rows: range) -> bool:
        """True if libcst's own parser would take minutes for these rows."""
        text = self._standalone(rows)
        return find_costly_statement(text, ast.parse(text)) is not None

    def parsed_rows(self, rows: range) -> tuple[cst.Module, list[cst.BaseStatement]]:
        """Parse the statements in some rows with libcst's own parser.

        Return a module, which starts with the row before the first one, and its statements.
        """
        module = parse_native(self._standalone(rows))
        first = module.body[0]
        if isinstance(first, cst.FunctionDef) and first.name.value == _AROUND:
            return module, list(first.body.body)  # type: ignore[arg-type]  # a block, not one line
        return module, list(module.body)

    def _standalone(self, rows: range) -> str:
        """Return a module of these rows, inside a function if they are indented."""
        lines = self.lines[rows.start - 1 : rows.stop - 1]
        opening = f"async def {_AROUND}():" if lines[0][:1] in (" ", "\t", "\f") else ""
        return "\n".join((opening, *lines, "", ""))  # the last row may end with a backslash


_DECORATED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: The name of the function around indented statements.
_AROUND = "__around__"


def _only(text: str) -> cst.BaseSmallStatement:
    try:
        (line,) = parse_native(text).body
    except cst.ParserSyntaxError:  # it refuses thousands of f-strings in a row
        raise RecursionError from None
    assert isinstance(line, cst.SimpleStatementLine)
    (statement,) = line.body
    return statement
