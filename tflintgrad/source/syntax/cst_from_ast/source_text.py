"""The text that a node of CPython's parser was made from."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import libcst as cst

from tflintgrad.source.syntax.deep_expressions import endless_chain
from tflintgrad.source.syntax.libcst_parser import parse_native


class Source:
    """The text of a module; CPython counts its rows from 1, its columns in bytes of UTF-8."""

    __slots__ = ("_above", "_is_ascii", "is_large", "lines")

    def __init__(self, text: str, *, is_large: bool = False) -> None:
        self.lines = text.split("\n")
        self._is_ascii = text.isascii()
        #: Bodies of functions are read again when somebody looks into them.
        self.is_large = is_large
        #: How many rows are above those that CPython was given.
        self._above = 0

    def piece(self, above: int, *, is_large: bool) -> Source:
        """The same text, of which CPython was given only what is below some rows."""
        other = Source("", is_large=is_large)
        other.lines, other._is_ascii, other._above = self.lines, self._is_ascii, above
        return other

    def rows_of(self, statement: ast.stmt) -> range:
        """The rows that a statement takes, counted from 1; decorators belong to it."""
        first = statement.lineno
        if isinstance(statement, _DECORATED) and statement.decorator_list:
            first = statement.decorator_list[0].lineno
        last = statement.end_lineno or first
        return range(first + self._above, last + self._above + 1)

    def rows_from(self, statements: Sequence[ast.stmt]) -> range:
        return range(self.rows_of(statements[0]).start, self.rows_of(statements[-1]).stop)

    def row_above(self, node: ast.stmt) -> str:
        row = node.lineno + self._above - 1
        return self.lines[row - 1] if row > 0 else ""

    def of(self, node: Any) -> str:
        first, last = node.lineno - 1 + self._above, node.end_lineno - 1 + self._above
        if first == last:
            return self._cut(first, node.col_offset, node.end_col_offset)
        start, end = (
            self._cut(first, node.col_offset, None),
            self._cut(last, 0, node.end_col_offset),
        )
        return "\n".join((start, *self.lines[first + 1 : last], end))

    def before(self, node: Any) -> str:
        """What stands before it in its row."""
        return self._cut(node.lineno - 1 + self._above, 0, node.col_offset)

    def after(self, node: Any) -> str:
        """What stands behind it in its last row."""
        return self._cut(node.end_lineno - 1 + self._above, node.end_col_offset, None)

    def _cut(self, row: int, start: int, stop: int | None) -> str:
        line = self.lines[row]
        if self._is_ascii or line.isascii():
            return line[start:stop]
        return line.encode()[start:stop].decode()

    def parsed(self, node: ast.expr) -> cst.BaseExpression:
        """An expression as libcst's own parser reads it."""
        statement = _only(f"({self.of(node)}\n)")
        assert isinstance(statement, cst.Expr)
        return statement.value

    def parsed_small(self, node: ast.stmt) -> cst.BaseSmallStatement:
        """A statement without a block, likewise."""
        return _only(self.of(node))

    def read_again(self, rows: range) -> tuple[Source, list[ast.stmt]]:
        """The body of a function as CPython's parser reads it."""
        (function,) = ast.parse(self._alone(rows)).body
        assert isinstance(function, ast.AsyncFunctionDef)
        return self.piece(rows.start - 2, is_large=False), function.body

    def is_endless(self, rows: range) -> bool:
        """Would libcst's own parser take minutes for what is in these rows?"""
        text = self._alone(rows)
        return endless_chain(text, ast.parse(text)) is not None

    def parsed_rows(self, rows: range) -> tuple[cst.Module, list[cst.BaseStatement]]:
        """The statements in some rows as libcst's own parser reads them.

        They stand in a module that begins with the row before the first.
        """
        module = parse_native(self._alone(rows))
        first = module.body[0]
        if isinstance(first, cst.FunctionDef) and first.name.value == _AROUND:
            return module, list(first.body.body)  # type: ignore[arg-type]
        return module, list(module.body)

    def _alone(self, rows: range) -> str:
        """A program of these rows, behind one that makes sense of their indentation."""
        lines = self.lines[rows.start - 1 : rows.stop - 1]
        opening = f"async def {_AROUND}():" if lines[0][:1] in (" ", "\t", "\f") else ""
        return "\n".join((opening, *lines, "", ""))  # the last row may go on in an empty one


_DECORATED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: The function around statements that are indented.
_AROUND = "__around__"


def _only(text: str) -> cst.BaseSmallStatement:
    (line,) = parse_native(text).body
    assert isinstance(line, cst.SimpleStatementLine)
    (statement,) = line.body
    return statement
