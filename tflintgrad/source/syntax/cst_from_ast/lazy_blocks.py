"""Blocks of statements with their rows, and blocks that are built lazily."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import libcst as cst

from tflintgrad.profiling import TREES, stage
from tflintgrad.source.syntax.cst_from_ast.nodes import plain
from tflintgrad.source.syntax.cst_from_ast.source_text import SourceText

_Build = Callable[[SourceText, Sequence[ast.stmt]], tuple[list[Any], list[range]]]


class Block(cst.IndentedBlock):
    """A block with the rows of each statement."""

    rows: list[range]


class LazyBlock(cst.IndentedBlock):
    """The body of a function or class, whose statements are built at the first access."""

    source: SourceText
    _syntax: Sequence[ast.stmt] | range
    """CPython's statements, or the rows to parse again."""
    _build: _Build
    _built: tuple[list[Any], list[range]] | None

    @staticmethod
    def of(source: SourceText, syntax: Sequence[ast.stmt] | range, build: _Build) -> LazyBlock:
        """Return a block that `build` builds from CPython's statements, or from rows."""
        return plain(LazyBlock, source=source, _syntax=syntax, _build=build, _built=None)

    @property
    def is_built(self) -> bool:
        """True if the statements were built already."""
        return self._built is not None

    def _statements(self) -> tuple[list[Any], list[range]]:
        if self._built is None:
            with stage(TREES):
                source, syntax = self.source, self._syntax
                if isinstance(syntax, range):
                    source, syntax = source.reparse_body(syntax)
                built = self._build(source, syntax)
            object.__setattr__(self, "_built", built)
            object.__setattr__(self, "_syntax", ())  # it takes more memory than the built nodes
            return built
        return self._built

    @property
    def body(self) -> Sequence[cst.BaseStatement]:  # type: ignore[override]  # a field of libcst
        """Return the statements, and build them if necessary."""
        return self._statements()[0]

    @property
    def rows(self) -> list[range]:
        """Return the rows of each statement."""
        return self._statements()[1]

    def mentions(self, words: Iterable[str]) -> bool:
        """True if its text contains one of these words, or if it is built already."""
        if self._built is not None:
            return True
        text = self.text
        return any(word in text for word in words)

    @property
    def text(self) -> str:
        """Return the text of its rows."""
        syntax = self._syntax
        if self._built is not None:
            rows = range(self.rows[0].start, self.rows[-1].stop)
        else:
            rows = syntax if isinstance(syntax, range) else self.source.rows_of_block(syntax)
        return "\n".join(self.source.lines[rows.start - 1 : rows.stop - 1])
