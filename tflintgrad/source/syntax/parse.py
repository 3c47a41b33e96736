"""Parsing of text into a libcst module, or one clear error."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import libcst as cst

from tflintgrad import limits
from tflintgrad.profiling import AST, stage
from tflintgrad.source.cpython_parser import TooLong, syntax_tree
from tflintgrad.source.files import too_large
from tflintgrad.source.split_large import split_module
from tflintgrad.source.syntax.cst_from_ast import large_module, plain_module
from tflintgrad.source.syntax.deep_expressions import find_costly_statement
from tflintgrad.source.syntax.deep_patterns import has_deep_pattern
from tflintgrad.source.syntax.libcst_parser import parse_native
from tflintgrad.source.syntax.newer_python import is_parsed_elsewhere, may_be_newer
from tflintgrad.timeouts import check_limits


class SyntaxProblem(Exception):
    """Text that cannot be analysed, with the reason and the position (1-based)."""

    def __init__(self, message: str, row: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column

    def __reduce__(self) -> tuple[type[SyntaxProblem], tuple[str, int, int]]:
        return SyntaxProblem, (self.message, self.row, self.column)


class NotParsed(SyntaxProblem):
    """Text that is too long to parse: it may be valid."""


class TookTooLong(SyntaxProblem):
    """The analysis exceeded its limit on time or memory; another machine might finish it."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A syntax tree."""

    tree: cst.Module
    """A tree without trivia (`cst_from_ast`), or libcst's own if the caller wants an exact one."""
    is_cpython: bool
    """True if the running CPython can parse the text; otherwise only libcst could."""


#: A function that visits CPython's tree; for a large module, the tree of each part in turn.
SyntaxVisitor = Callable[[ast.Module], None]


def parse(text: str, *, exact: bool = False, visit: SyntaxVisitor | None = None) -> Parsed:
    """Parse `text`; raise `SyntaxProblem` if it cannot be analysed.

    With `exact`, the tree has all trivia, so that code can be generated from its nodes.
    """
    if len(text) > limits.MAX_CODE_BYTES:
        raise SyntaxProblem(too_large(len(text)))
    if len(text) > limits.MAX_PIECE_CHARACTERS and not exact and "\r" not in text:
        large = _large(text, visit)
        if large is not None:
            return Parsed(large, is_cpython=True)
    syntax = _parse_with_cpython(text)
    if visit is not None and isinstance(syntax, ast.Module):
        visit(syntax)
    if isinstance(syntax, SyntaxProblem):
        return Parsed(_newer(text, syntax), is_cpython=False)
    _expect_shallow(text)
    try:
        if not exact and "\r" not in text:
            return Parsed(plain_module(text, syntax), is_cpython=True)
        costly = find_costly_statement(text, syntax)
        if costly is not None:
            message = "an expression of thousands of terms is too long to analyse"
            raise SyntaxProblem(message, costly.lineno, costly.col_offset + 1)
        return Parsed(parse_native(text), is_cpython=True)
    except RecursionError:
        raise SyntaxProblem("nested too deeply to analyse") from None
    except cst.ParserSyntaxError as error:
        row, column = error.raw_line, error.raw_column + 1
        raise SyntaxProblem(error.message.strip(), row, column) from None


def _expect_shallow(text: str) -> None:
    if has_deep_pattern(text):
        raise SyntaxProblem("patterns nested too deeply to analyse")


def _newer(text: str, problem: SyntaxProblem) -> cst.Module:
    """Parse text that the running CPython refuses; raise the problem if it is not newer Python."""
    if not may_be_newer(text, problem.message, problem.row):
        raise problem
    if "\0" in text or _nesting(text) > limits.MAX_NESTING or not is_parsed_elsewhere(text):
        raise problem
    try:
        return parse_native(text)
    except (cst.ParserSyntaxError, RecursionError):
        raise problem from None


def _large(text: str, visit: SyntaxVisitor | None) -> cst.Module | None:
    """Parse a large module part by part; None if that fails, as the whole has a better error."""
    try:
        return large_module(text, _parse_parts(text, visit))
    except (SyntaxProblem, RecursionError):
        return None


def _parse_parts(text: str, visit: SyntaxVisitor | None) -> Iterator[tuple[int, ast.Module]]:
    for above, part in split_module(text):
        check_limits()
        syntax = _parse_with_cpython(part)
        if isinstance(syntax, SyntaxProblem):
            raise syntax
        _expect_shallow(part)
        if visit is not None:
            visit(syntax)
        yield above, syntax


def _parse_with_cpython(text: str) -> ast.Module | SyntaxProblem:
    """Parse with CPython's own parser.

    It is ten times faster than libcst, its messages are familiar to users, and it rejects nesting
    so deep that libcst's native parser would overflow the stack and crash the process.
    """
    try:
        with stage(AST):
            return syntax_tree(text)
    except SyntaxError as error:
        row = max(error.lineno or 1, 1)
        return SyntaxProblem(error.msg, row, max(error.offset or 1, 1))
    except TooLong as error:
        raise NotParsed(str(error)) from None
    except ValueError as error:
        raise SyntaxProblem(str(error)) from None
    except (RecursionError, MemoryError):
        raise SyntaxProblem("nested too deeply to analyse") from None


def _nesting(text: str) -> int:
    """Return the depth of brackets or indentation; brackets in strings count, which is safe."""
    depth = deepest = 0
    for letter in text:
        if letter in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in ")]}":
            depth = max(depth - 1, 0)
    indented = max((len(line) - len(line.lstrip()) for line in text.splitlines()), default=0)
    return max(deepest, indented)
