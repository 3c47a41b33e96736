"""A file parsed with all trivia, beside the tree that the analysis used.

All fixes of a file share what takes a walk of the whole tree: parents, twins, and the rows of its
statements. So a fix costs what the statements around it cost.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad import limits
from tflintgrad.diagnostics import Span
from tflintgrad.source.cpython_parser import parses
from tflintgrad.source.edits import apply_edits
from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.cst_from_ast import PlainModule
from tflintgrad.source.syntax.parse import SyntaxProblem, parse
from tflintgrad.source.syntax.spans import first_rows, spans_from, twins
from tflintgrad.source.syntax.walk import nodes_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tflintgrad.diagnostics import Edit


class NoFix(Exception):
    """The mistake cannot be mended mechanically here."""


_TOKEN = re.compile(r"\w+|[^\w \t]")


def _is_large(text: str) -> bool:
    """True if the exact tree of a text takes more time and memory than its fixes are worth."""
    if len(text) <= limits.MAX_FIXED_TOKENS:
        return False
    return sum(1 for _ in _TOKEN.finditer(text)) > limits.MAX_FIXED_TOKENS


class ExactFile:
    """The exact tree of a file, and where its nodes are.

    Raises `NoFix` if the file is large, or if libcst rejects it.
    """

    def __init__(self, tree: cst.Module) -> None:
        self._analysed = tree
        if isinstance(tree, PlainModule):
            text = "\n".join(tree.source.lines)
            if _is_large(text):
                raise NoFix
            try:
                self.tree = parse(text, exact=True).tree
            except SyntaxProblem:
                raise NoFix from None
        else:
            self.tree = tree
        self.code = self.tree.code
        self.lines = self.code.split("\n")

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """Return the node that holds a node of the exact tree."""
        return self._parents.get(id(node))

    def twin(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """Return the exact node for one that the analysis used."""
        return self._twins.get(id(node))

    def spans(self, nodes: Iterable[cst.CSTNode]) -> dict[int, Span]:
        """Return the span of each of these exact nodes, by `id(node)`."""
        by_statement: dict[int, set[int]] = {}
        for node in nodes:
            top = self._top_statement(node)
            if top is not None:
                by_statement.setdefault(id(top), set()).add(id(node))
        found: dict[int, Span] = {}
        for statement, row in zip(self.tree.body, self._first_rows, strict=True):
            if wanted := by_statement.get(id(statement)):
                found |= spans_from(self.tree, statement, row, wanted)
        return found

    def accepts(self, edits: Sequence[Edit]) -> bool:
        """True if the file is valid Python after these edits.

        Only the statements that they touch are parsed, and the one before: a statement that is
        indented becomes a part of it.
        """
        rows = self._first_rows
        before = bisect_right(rows, min(edit.span.start.row for edit in edits)) - 2
        behind = bisect_right(rows, max(edit.span.end.row for edit in edits))
        first = rows[before] if before >= 0 else 1
        last = rows[behind] - 1 if behind < len(rows) else len(self.lines)
        piece = "\n".join(self.lines[first - 1 : last])
        return parses(apply_edits(piece, [_moved_up(edit, first - 1) for edit in edits]))

    def _top_statement(self, node: cst.CSTNode) -> cst.CSTNode | None:
        around: cst.CSTNode | None = node
        while around is not None and self.parent(around) is not self.tree:
            around = self.parent(around)
        return around

    @cached_property
    def _parents(self) -> dict[int, cst.CSTNode]:
        found: dict[int, cst.CSTNode] = {}
        for item in nodes_in(self.tree):
            found.update((id(child), item) for child in children(item))
        return found

    @cached_property
    def _twins(self) -> dict[int, cst.CSTNode]:
        return twins(self._analysed, self.tree)

    @cached_property
    def _first_rows(self) -> list[int]:
        return first_rows(self.tree)


def _moved_up(edit: Edit, rows: int) -> Edit:
    """Return the edit for a text that lacks this many rows at its start."""
    start, end = edit.span.start, edit.span.end
    span = Span(replace(start, row=start.row - rows), replace(end, row=end.row - rows))
    return replace(edit, span=span)
