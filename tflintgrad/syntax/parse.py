"""Turn text into a libcst module, or into one clear problem."""

from __future__ import annotations

import ast
import warnings

import libcst as cst


class SyntaxProblem(Exception):
    """The text cannot be analysed; says why and where (1-based)."""

    def __init__(self, message: str, row: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column


def parse(text: str) -> cst.Module:
    """Parse `text`; raise `SyntaxProblem` for anything that is not analysable Python."""
    _reject_what_cpython_rejects(text)
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise SyntaxProblem(error.message.strip(), error.raw_line, error.raw_column + 1) from None


def _reject_what_cpython_rejects(text: str) -> None:
    """Ask CPython's own parser first.

    It is ten times faster than libcst, its messages are the ones people know, and it refuses
    nesting so deep that libcst's native parser would overflow its stack and take the process
    with it.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        row = max(error.lineno or 1, 1)
        raise SyntaxProblem(error.msg, row, max(error.offset or 1, 1)) from None
    except ValueError as error:
        raise SyntaxProblem(str(error)) from None
    except (RecursionError, MemoryError):
        raise SyntaxProblem("nested too deeply to be analysed") from None
