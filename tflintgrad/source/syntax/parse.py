"""Turn text into a libcst module, or into one clear problem."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import libcst as cst

from tflintgrad import limits
from tflintgrad.profiling import AST, stage
from tflintgrad.source.files import too_large
from tflintgrad.source.syntax.cst_from_ast import large_module, plain_module
from tflintgrad.source.syntax.deep_expressions import endless_chain
from tflintgrad.source.syntax.libcst_parser import parse_native
from tflintgrad.source.syntax.split_large import pieces_of


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
    is_known: bool
    """Whether CPython could read it, and not only a newer one."""


#: Somebody who looks at what CPython reads; for a large program, at one piece after the other.
Look = Callable[[ast.Module], None]


def parse(text: str, *, exact: bool = False, look: Look | None = None) -> Parsed:
    """Parse `text`; raise `SyntaxProblem` for anything that is not analysable Python.

    `exact`: with all trivia, for those who generate code from nodes.
    """
    if len(text) > limits.MAX_CODE_BYTES:
        raise SyntaxProblem(too_large(len(text)))
    if len(text) > limits.MAX_PIECE_CHARACTERS and not exact and "\r" not in text:
        large = _large(text, look)
        if large is not None:
            return Parsed(large, is_known=True)
    syntax = _as_cpython_reads_it(text)
    if look is not None and isinstance(syntax, ast.Module):
        look(syntax)
    problem = syntax if isinstance(syntax, SyntaxProblem) else None
    # The program may be for a newer Python than the one that runs us: libcst knows its syntax.
    if problem is not None and ("\0" in text or _nesting(text) > limits.MAX_NESTING):
        raise problem
    try:
        if isinstance(syntax, SyntaxProblem):
            return Parsed(parse_native(text), is_known=False)
        if not exact and "\r" not in text:
            return Parsed(plain_module(text, syntax), is_known=True)
        endless = endless_chain(text, syntax)
        if endless is not None:
            message = "an expression of thousands of terms is too long to be analysed"
            raise SyntaxProblem(message, endless.lineno, endless.col_offset + 1)
        return Parsed(parse_native(text), is_known=True)
    except RecursionError:
        raise SyntaxProblem("nested too deeply to be analysed") from None
    except cst.ParserSyntaxError as error:
        row, column = error.raw_line, error.raw_column + 1
        raise problem or SyntaxProblem(error.message.strip(), row, column) from None


def _large(text: str, look: Look | None) -> cst.Module | None:
    """A large program, if it can be read in pieces; if not, the whole says what is wrong."""
    try:
        return large_module(text, _read_pieces(text, look))
    except (SyntaxProblem, RecursionError):
        return None


def _read_pieces(text: str, look: Look | None) -> Iterator[tuple[int, ast.Module]]:
    for above, piece in pieces_of(text):
        syntax = _as_cpython_reads_it(piece)
        if isinstance(syntax, SyntaxProblem):
            raise syntax
        if look is not None:
            look(syntax)
        yield above, syntax


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
