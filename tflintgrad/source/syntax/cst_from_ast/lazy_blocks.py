"""Blocks of statements that know their rows, and those whose statements are made later."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import libcst as cst

from tflintgrad.profiling import TREES, stage
from tflintgrad.source.syntax.cst_from_ast.nodes import plain
from tflintgrad.source.syntax.cst_from_ast.source_text import Source

_Make = Callable[[Source, Sequence[ast.stmt]], tuple[list[Any], list[range]]]


class Block(cst.IndentedBlock):
    """Statements, and the rows of each."""

    rows: list[range]


class LazyBlock(cst.IndentedBlock):
    """The body of a function or class: its statements are made when somebody looks into it."""

    source: Source
    _syntax: Sequence[ast.stmt] | range
    """What it is made of, or the rows where that is read again."""
    _make: _Make
    _made: tuple[list[Any], list[range]] | None

    @staticmethod
    def of(source: Source, syntax: Sequence[ast.stmt] | range, make: _Make) -> LazyBlock:
        return plain(LazyBlock, source=source, _syntax=syntax, _make=make, _made=None)

    @property
    def is_made(self) -> bool:
        return self._made is not None

    def _statements(self) -> tuple[list[Any], list[range]]:
        if self._made is None:
            with stage(TREES):
                source, syntax = self.source, self._syntax
                if isinstance(syntax, range):
                    source, syntax = source.read_again(syntax)
                made = self._make(source, syntax)
            object.__setattr__(self, "_made", made)
            object.__setattr__(self, "_syntax", ())  # it takes more memory than what it became
            return made
        return self._made

    @property
    def body(self) -> Sequence[cst.BaseStatement]:  # type: ignore[override]
        return self._statements()[0]

    @property
    def rows(self) -> list[range]:
        return self._statements()[1]

    def mentions(self, words: Iterable[str]) -> bool:
        """Is one of these words in its text? A no spares looking into it."""
        if self._made is not None:
            return True
        text = self.text
        return any(word in text for word in words)

    @property
    def text(self) -> str:
        """Its rows, as they are written."""
        syntax = self._syntax
        if self._made is not None:
            rows = range(self.rows[0].start, self.rows[-1].stop)
        else:
            rows = syntax if isinstance(syntax, range) else self.source.rows_from(syntax)
        return "\n".join(self.source.lines[rows.start - 1 : rows.stop - 1])
