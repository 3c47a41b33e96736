"""Turn text into a libcst module, or into one clear problem."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

import libcst as cst

from tflintgrad.sources.opening import MAX_SIZE, too_large
from tflintgrad.stages import AST, stage
from tflintgrad.syntax.chains import endless_chain
from tflintgrad.syntax.native import parse_native
from tflintgrad.syntax.plain import plain_module


class SyntaxProblem(Exception):
    """The text cannot be analysed; says why and where (1-based)."""

    def __init__(self, message: str, row: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column

    def __reduce__(self) -> tuple[type[SyntaxProblem], tuple[str, int, int]]:
        return SyntaxProblem, (self.message, self.row, self.column)


class TookTooLong(SyntaxProblem):
    """It might be analysed on another day, or by a faster machine."""


@dataclass(frozen=True, slots=True)
class Parsed:
    tree: cst.Module
    """A plain one (`syntax.plain`), unless libcst's own was asked for."""
    syntax: ast.Module | None
    """The same as CPython reads it; None where only a newer Python could."""


def parse(text: str, *, exact: bool = False) -> Parsed:
    """Parse `text`; raise `SyntaxProblem` for anything that is not analysable Python.

    `exact`: with all trivia, for those who generate code from nodes.
    """
    if len(text) > MAX_SIZE:
        raise SyntaxProblem(too_large(len(text)))
    syntax = _as_cpython_reads_it(text)
    problem = syntax if isinstance(syntax, SyntaxProblem) else None
    # The program may be for a newer Python than the one that runs us: libcst knows its syntax.
    if problem is not None and ("\0" in text or _nesting(text) > MAX_NESTING):
        raise problem
    try:
        if isinstance(syntax, SyntaxProblem):
            return Parsed(parse_native(text), None)
        if not exact and "\r" not in text:
            return Parsed(plain_module(text, syntax), syntax)
        endless = endless_chain(text, syntax)
        if endless is not None:
            message = "an expression of thousands of terms is too long to be analysed"
            raise SyntaxProblem(message, endless.lineno, endless.col_offset + 1)
        return Parsed(parse_native(text), syntax)
    except RecursionError:
        raise SyntaxProblem("nested too deeply to be analysed") from None
    except cst.ParserSyntaxError as error:
        row, column = error.raw_line, error.raw_column + 1
        raise problem or SyntaxProblem(error.message.strip(), row, column) from None


#: What CPython accepts; beyond, libcst's native parser would overflow its stack.
MAX_NESTING = 200


def _as_cpython_reads_it(text: str) -> ast.Module | SyntaxProblem:
    """Ask CPython's own parser first.

    It is ten times faster than libcst, its messages are the ones people know, and it refuses
    nesting so deep that libcst's native parser would overflow its stack and take the process
    with it.
    """
    try:
        with stage(AST), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        row = max(error.lineno or 1, 1)
        return SyntaxProblem(error.msg, row, max(error.offset or 1, 1))
    except ValueError as error:
        raise SyntaxProblem(str(error)) from None
    except (RecursionError, MemoryError):
        raise SyntaxProblem("nested too deeply to be analysed") from None


def _nesting(text: str) -> int:
    """How deep brackets and indentation go at most; brackets in strings count, which is safe."""
    depth = deepest = 0
    for letter in text:
        if letter in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in ")]}":
            depth = max(depth - 1, 0)
    indented = max((len(line) - len(line.lstrip()) for line in text.splitlines()), default=0)
    return max(deepest, indented)
