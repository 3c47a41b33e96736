"""Rows and margins of statements, for edits that move them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from tflintgrad.checks.fixes.editing.exact_file import NoFix
from tflintgrad.diagnostics import Edit, Location, Span
from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.walk import nodes_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tflintgrad.checks.fixes.editing.exact_file import ExactFile


class Layout:
    """The rows of some nodes of an exact tree."""

    def __init__(self, file: ExactFile, nodes: Sequence[cst.CSTNode]) -> None:
        self._lines = file.lines
        self._indent = file.tree.default_indent
        self._spans = file.spans(part for node in nodes for part in (node, *_ends(node)))

    def span(self, node: cst.CSTNode) -> Span:
        """Return the span of a node; raises `NoFix`."""
        found = self._spans.get(id(node))
        if found is None:
            raise NoFix
        return found

    def insertion(self, statement: cst.CSTNode, code: str) -> Edit:
        """Return the edit that inserts lines above a statement."""
        start = self.span(statement).start
        below = f"\n{self._margin(start)}"
        return Edit(Span(start, start), code.replace("\n", below) + below)

    def appendix(self, statement: cst.CSTNode, code: str) -> Edit:
        """Return the edit that inserts a line below a statement."""
        last = self._rows(statement)[1]
        margin = self._margin(self.span(statement).start)
        if last == len(self._lines):  # the last line has no end
            end = Location(last, len(self._lines[last - 1]) + 1)
            return Edit(Span(end, end), f"\n{margin}{code}")
        below = Location(last + 1, 1)
        return Edit(Span(below, below), f"{margin}{code}\n")

    def removal(self, statement: cst.CSTNode) -> Edit:
        """Return the edit that removes a statement with its rows."""
        first, last = self._rows(statement)
        self._margin(self.span(statement).start)
        if last == len(self._lines):
            start = Location(first - 1, len(self._lines[first - 2]) + 1)
            return Edit(Span(start, Location(last, len(self._lines[last - 1]) + 1)), "")
        return Edit(Span(Location(first, 1), Location(last + 1, 1)), "")

    def move(self, statement: cst.CSTNode, before: cst.CSTNode) -> Iterator[Edit]:
        """Yield the edits that move the rows of a statement above another one."""
        first, last = self._rows(statement)
        start = self.span(before).start
        if self._margin(start) != self._margin(self.span(statement).start):
            raise NoFix
        rows = "".join(f"{line}\n" for line in self._lines[first - 1 : last])
        above = Location(start.row, 1)
        yield Edit(Span(above, above), rows)
        yield self.removal(statement)

    def head_removal(self, statement: cst.CSTNode) -> Edit:
        """Return the edit that removes the first row of a compound statement."""
        start = self.span(statement).start
        row = start.row
        first = min(self.span(part).start.row for part in _ends(statement))
        if first != row + 1:
            raise NoFix  # a body on the same row, a head of several rows, or comments below
        header = getattr(getattr(statement, "body", None), "header", None)
        comment = getattr(header, "comment", None)
        kept = f"{self._margin(start)}{comment.value}\n" if comment is not None else ""
        return Edit(Span(Location(row, 1), Location(first, 1)), kept)

    def alignment(
        self, statements: Sequence[cst.CSTNode], like: cst.CSTNode | None
    ) -> Iterator[Edit]:
        """Yield the edits that give statements the margin of another one, or one level more."""
        first, last = self._rows(statements[0])[0], self._rows(statements[-1])[1]
        present = self._margin(self.span(statements[0]).start)
        wanted = self._margin(self.span(like).start) if like is not None else present + self._indent
        if wanted.startswith(present):
            removed, added = "", wanted[len(present) :]
        elif present.startswith(wanted):
            removed, added = present[len(wanted) :], ""
        else:
            raise NoFix
        if _has_long_string(statements):
            raise NoFix
        for row in range(first, last + 1):
            line = self._lines[row - 1]
            if not line.strip():
                continue
            if not line.startswith(removed):
                raise NoFix  # a comment or the rest of a statement, further left
            yield Edit(Span(Location(row, 1), Location(row, 1 + len(removed))), added)

    def _margin(self, start: Location) -> str:
        """Return the indentation of a statement that starts its row; raises `NoFix`."""
        margin = self._lines[start.row - 1][: start.column - 1]
        if margin.strip():
            raise NoFix
        return margin

    def _rows(self, statement: cst.CSTNode) -> tuple[int, int]:
        """Return the first and the last row of a statement."""
        ends = [self.span(part).end.row for part in (statement, *_ends(statement))]
        if isinstance(statement, cst.BaseCompoundStatement):
            ends = ends[1:]
        return self.span(statement).start.row, max(ends)


def _ends(statement: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the simple statements in a compound one; its own end is that of its last line."""
    if not isinstance(statement, cst.BaseCompoundStatement):
        return []
    found: list[cst.CSTNode] = []
    pending: list[cst.CSTNode] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
            found.append(node)
        else:
            pending += children(node)
    return found


def _has_long_string(statements: Sequence[cst.CSTNode]) -> bool:
    """True if a string goes over several rows, which must not be indented."""
    for node in nodes_in(*statements):
        if isinstance(node, cst.SimpleString) and "\n" in node.value:
            return True
        if isinstance(node, cst.FormattedString) and node.start.endswith(('"""', "'''")):
            return True
    return False
