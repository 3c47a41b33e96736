"""The exact tree of one file, and the edits that a fix makes in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import libcst as cst

from tflintgrad.diagnostics import Edit, Location, Span
from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.cst_from_ast import PlainModule
from tflintgrad.source.syntax.parse import SyntaxProblem, parse
from tflintgrad.source.syntax.spans import find_spans, twins

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tflintgrad.knowledge.rule_page import Rule

_Node = TypeVar("_Node", bound=cst.CSTNode)


class NoFix(Exception):
    """The mistake cannot be mended mechanically here."""


class ExactFile:
    """A file parsed with all trivia, beside the tree that the analysis used."""

    def __init__(self, tree: cst.Module) -> None:
        self.analysed = tree
        if isinstance(tree, PlainModule):
            try:
                self.tree = parse("\n".join(tree.source.lines), exact=True).tree
            except SyntaxProblem:
                raise NoFix from None
        else:
            self.tree = tree
        self.lines = self.tree.code.split("\n")
        self._parents: dict[int, cst.CSTNode] = {}

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """Return the node that holds a node of the exact tree."""
        if not self._parents:
            pending: list[cst.CSTNode] = [self.tree]
            while pending:
                item = pending.pop()
                inner = children(item)
                self._parents.update((id(child), item) for child in inner)
                pending += inner
        return self._parents.get(id(node))


class Codemod:
    """Edits of one file for one problem."""

    def __init__(self, file: ExactFile, rule: Rule) -> None:
        self._file = file
        self._rule = rule
        self._replaced: list[tuple[cst.CSTNode, str]] = []
        self._inserted: list[tuple[cst.CSTNode, str]] = []
        self._removed: list[cst.CSTNode] = []
        self._indented: list[tuple[Sequence[cst.CSTNode], cst.CSTNode]] = []
        self._facts: dict[str, str] = {}
        #: False if the program may change in more than its gradient.
        self.safe = rule.fix == "safe"

    @property
    def tree(self) -> cst.Module:
        """Return the exact tree of the file."""
        return self._file.tree

    def node(self, node: cst.CSTNode | None) -> cst.CSTNode:
        """Return the node of the exact tree for one that the analysis used; raises `NoFix`."""
        if node is None:
            raise NoFix
        found = twins(self._file.analysed, self._file.tree, {id(node)}).get(id(node))
        if found is None:
            raise NoFix
        return found

    def exact(self, node: cst.CSTNode | None, kind: type[_Node]) -> _Node:
        """Return the exact node for one that the analysis used, of this kind; raises `NoFix`."""
        return self.expect(self.node(node), kind)

    def expression(self, node: cst.CSTNode | None) -> cst.BaseExpression:
        """Return the exact expression for one that the analysis used; raises `NoFix`."""
        found = self.node(node)
        if not isinstance(found, cst.BaseExpression):
            raise NoFix
        return found

    def expect(self, node: cst.CSTNode | None, kind: type[_Node]) -> _Node:
        """Return the node if it is of this kind; raises `NoFix`."""
        if not isinstance(node, kind):
            raise NoFix
        return node

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """Return the node that holds a node of the exact tree."""
        return self._file.parent(node)

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """Yield the nodes around a node, the innermost first."""
        around = self.parent(node)
        while around is not None:
            yield around
            around = self.parent(around)

    def enclosing(self, node: cst.CSTNode, kind: type[_Node]) -> _Node:
        """Return the innermost node of a kind around a node; raises `NoFix`."""
        for around in self.ancestors(node):
            if isinstance(around, kind):
                return around
        raise NoFix

    def nodes_in_function(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """Yield all nodes of the function around a node, or of the module."""
        around = [item for item in self.ancestors(node) if isinstance(item, cst.FunctionDef)]
        pending: list[cst.CSTNode] = [around[0] if around else self.tree]
        while pending:
            item = pending.pop()
            yield item
            pending += children(item)

    def line(self, node: cst.CSTNode) -> cst.SimpleStatementLine:
        """Return the line of the only small statement that a node is in; raises `NoFix`."""
        found = self.enclosing(node, cst.SimpleStatementLine)
        if len(found.body) != 1:
            raise NoFix
        return found

    def block(self, node: cst.CSTNode) -> Sequence[cst.CSTNode]:
        """Return the statements of the block that a statement stands in; raises `NoFix`."""
        around = self.parent(node)
        if isinstance(around, (cst.IndentedBlock, cst.Module)):
            return around.body
        raise NoFix

    def code(self, node: cst.CSTNode) -> str:
        """Return the code of a node of the exact tree, on one line; raises `NoFix`."""
        text = self.tree.code_for_node(node)
        if "\n" in text or "#" in text:
            raise NoFix
        return text

    def argument(self, item: cst.Arg) -> str:
        """Return the code of an argument without its comma; raises `NoFix`."""
        return self.code(item.with_changes(comma=cst.MaybeSentinel.DEFAULT))

    def has(self, template: str) -> bool:
        """True if the rule's page has a template of this name."""
        return template in self._rule.codemod

    def say(self, **facts: str) -> None:
        """Fill in placeholders of the fix's words."""
        self._facts |= facts

    def written(self, template: str, **facts: str) -> str:
        """Return code as the `[codemod]` table of the rule's page spells it; raises `NoFix`."""
        if not self.has(template):
            raise NoFix
        self.say(**facts)
        return self._rule.codemod[template].format_map(facts)

    def replace(self, node: cst.CSTNode, code: str) -> None:
        """Replace the text of a node."""
        self._replaced.append((node, code))

    def insert_before(self, statement: cst.CSTNode, code: str) -> None:
        """Insert a line above a statement."""
        self.block(statement)
        self._inserted.append((statement, code))

    def remove(self, statement: cst.CSTNode) -> None:
        """Remove a statement that is not the only one of its block; raises `NoFix`."""
        if len(self.block(statement)) < 2:
            raise NoFix
        self._removed.append(statement)

    def indent(self, statements: Sequence[cst.CSTNode], like: cst.CSTNode) -> None:
        """Give statements the indentation of another one."""
        self._indented.append((statements, like))

    def message(self) -> str:
        """Return the words of the fix."""
        return self._rule.codemod["title"].format_map(self._facts)

    def edits(self) -> tuple[Edit, ...]:
        """Return the recorded changes as edits of the text; raises `NoFix` if there are none."""
        nodes = [node for node, _ in (*self._replaced, *self._inserted)] + self._removed
        for statements, like in self._indented:
            nodes += [*statements, like]
        self._spans = find_spans(self.tree, nodes)
        if not nodes or any(id(node) not in self._spans for node in nodes):
            raise NoFix
        found = [Edit(self._spans[id(node)], code) for node, code in self._replaced]
        found += [self._insertion(*inserted) for inserted in self._inserted]
        found += [self._removal(statement) for statement in self._removed]
        found += [edit for moved in self._indented for edit in self._indentation(*moved)]
        return tuple(sorted(found, key=lambda edit: edit.span))

    def _insertion(self, statement: cst.CSTNode, code: str) -> Edit:
        start = self._spans[id(statement)].start
        return Edit(Span(start, start), f"{code}\n{self._margin(start)}")

    def _margin(self, start: Location) -> str:
        """Return the indentation of a statement that starts its row; raises `NoFix`."""
        margin = self._file.lines[start.row - 1][: start.column - 1]
        if margin.strip():
            raise NoFix
        return margin

    def _removal(self, statement: cst.CSTNode) -> Edit:
        span = self._spans[id(statement)]
        self._margin(span.start)
        return Edit(Span(Location(span.start.row, 1), Location(span.end.row + 1, 1)), "")

    def _indentation(self, statements: Sequence[cst.CSTNode], like: cst.CSTNode) -> Iterator[Edit]:
        wanted = self._margin(self._spans[id(like)].start)
        first, last = self._spans[id(statements[0])].start, self._spans[id(statements[-1])].end
        present = self._margin(first)
        if not wanted.startswith(present) or _has_long_string(statements):
            raise NoFix
        for row in range(first.row, last.row + 1):
            line = self._file.lines[row - 1]
            if line.strip():
                start = Location(row, 1)
                yield Edit(Span(start, start), wanted[len(present) :])


def _has_long_string(statements: Sequence[cst.CSTNode]) -> bool:
    """True if a string goes over several rows, which must not be indented."""
    pending = list(statements)
    while pending:
        node = pending.pop()
        if isinstance(node, cst.SimpleString) and "\n" in node.value:
            return True
        if isinstance(node, cst.FormattedString) and node.start.endswith(('"""', "'''")):
            return True
        pending += children(node)
    return False
