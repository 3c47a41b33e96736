"""Function bodies are parsed when somebody looks into them.

libcst needs a tenth of a second for a thousand lines, and of most modules only a few functions
are ever entered. CPython's own parser is ten times as fast and says where each body is: libcst
gets the text without the bodies, and a body's text when it is asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState

from tflintgrad.stages import LIBCST, stage
from tflintgrad.syntax.native import parse_native

#: A body of fewer lines costs more to put aside than to parse.
_WORTH_FOLDING = 4


class SkippingState(CodegenState):
    """Generates a module's code without what is folded."""

    def skip(self, rows: int) -> None:
        """Called in the place of a folded body of so many rows."""


class Folded(cst.IndentedBlock):
    """The body of a function, parsed when its statements are asked for."""

    first_row: int
    """The row of the file that its text begins with."""
    _lines: list[str]
    _parsed: cst.Module | None

    @property
    def is_parsed(self) -> bool:
        return self._parsed is not None

    @property
    def module(self) -> cst.Module:
        """A module of one function with this body, whose second row is the first of the body."""
        if self._parsed is None:
            text = "\n".join(("async def _():", *self._lines, ""))
            with stage(LIBCST):
                object.__setattr__(self, "_parsed", parse_native(text))
        assert self._parsed is not None
        return self._parsed

    @property
    def body(self) -> Sequence[cst.BaseStatement]:  # type: ignore[override]
        function = self.module.body[0]
        assert isinstance(function, cst.FunctionDef)
        return function.body.body  # type: ignore[return-value]

    def mentions(self, words: Iterable[str]) -> bool:
        """Is one of these words in its text? A no spares looking into it."""
        text = "\n".join(self._lines)
        return any(word in text for word in words)

    def _codegen_impl(self, state: CodegenState) -> None:
        if isinstance(state, SkippingState):
            self.header._codegen(state)
            state.skip(len(self._lines))
            for line in self.footer:
                line._codegen(state)
        else:
            super()._codegen_impl(state)


class Skeleton(cst.Module):
    """A module whose functions have folded bodies."""

    folded: list[Folded]


def parse_folded(text: str, syntax: ast.Module) -> cst.Module:
    """Parse a module that CPython has parsed already."""
    lines = text.split("\n")
    places = [_place_of_body(function, lines) for function in _functions_in_ast(syntax)]
    if not any(places):
        return parse_native(text)
    kept: list[str] = []
    done = 0
    for place in filter(None, places):
        kept += lines[done : place.start]
        kept.append(f"{place.indentation}...")
        done = place.stop
    kept += lines[done:]
    return _skeleton(parse_native("\n".join(kept)), lines, places)


@dataclass(frozen=True, slots=True)
class _Place:
    """Lines of a file, counted from 0 and without the last."""

    start: int
    stop: int
    indentation: str


def _place_of_body(function: _Function, lines: list[str]) -> _Place | None:
    """Where the body of a function is; None if it stays where it is."""
    if all(_is_little(statement) for statement in function.body):
        return None
    first = function.body[0]
    start = first.lineno - 1
    if isinstance(first, (*_FUNCTIONS, ast.ClassDef)) and first.decorator_list:
        start = first.decorator_list[0].lineno - 1
    stop = function.end_lineno or start
    indentation = lines[start][: first.col_offset]
    if stop - start < _WORTH_FOLDING or indentation.strip(" \t"):
        return None
    while not (above := lines[start - 1].strip()) or above.startswith("#"):
        start -= 1  # comments before the first statement belong to the body
    return None if above.endswith("\\") else _Place(start, stop, indentation)


def _is_little(statement: ast.stmt) -> bool:
    """What the bodies of abstract methods are made of: people ask whether they are."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Pass, ast.Raise))


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions_in_ast(module: ast.Module) -> Iterator[_Function]:
    """All functions that are not inside others, in the order of the text."""
    pending: list[Any] = [module]
    while pending:
        node = pending.pop()
        if isinstance(node, _FUNCTIONS):
            yield node
        else:
            inner = [getattr(node, name, None) or () for name in _SUITES]
            pending += reversed([item for items in inner for item in items])


def _functions_in(module: cst.Module) -> Iterator[cst.FunctionDef]:
    """The same ones."""
    pending: list[Any] = [module]
    while pending:
        node = pending.pop()
        if isinstance(node, cst.FunctionDef):
            yield node
        else:
            inner = [getattr(node, name, None) or () for name in _SUITES]
            pending += reversed([part for item in inner for part in _parts(item)])


def _parts(item: Any) -> Sequence[Any]:
    return item if isinstance(item, (list, tuple)) else (item,)


#: Where statements hold others, for both parsers; in the order of the text.
_SUITES = ("body", "handlers", "cases", "orelse", "finalbody")


def _skeleton(module: cst.Module, lines: list[str], places: list[_Place | None]) -> Skeleton:
    folded = []
    for function, place in zip(_functions_in(module), places, strict=True):
        if place is not None:
            body = _folded(function.body, lines, place)
            object.__setattr__(function, "body", body)
            folded.append(body)
    skeleton = Skeleton(module.body)
    for name in cst.Module.__slots__:
        object.__setattr__(skeleton, name, getattr(module, name))
    object.__setattr__(skeleton, "folded", folded)
    return skeleton


def _folded(placeholder: cst.BaseSuite, lines: list[str], place: _Place) -> Folded:
    body = object.__new__(Folded)
    for name in ("header", "indent", "footer"):
        object.__setattr__(body, name, getattr(placeholder, name))
    object.__setattr__(body, "first_row", place.start + 1)
    object.__setattr__(body, "_lines", lines[place.start : place.stop])
    object.__setattr__(body, "_parsed", None)
    return body
