"""The edits that a fix makes in the exact tree of a file."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeVar

import libcst as cst

from tflintgrad.checks.fixes.editing.exact_file import ExactFile, NoFix
from tflintgrad.checks.fixes.editing.layout import Layout
from tflintgrad.diagnostics import Edit
from tflintgrad.source.syntax.walk import nodes_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tflintgrad.knowledge.rule_page import Rule

__all__ = ["Codemod", "NoFix"]

_Node = TypeVar("_Node", bound=cst.CSTNode)


class Codemod:
    """Edits of one file for one problem."""

    def __init__(self, file: ExactFile, rule: Rule) -> None:
        self._file = file
        self._rule = rule
        self._replaced: list[tuple[cst.CSTNode, str]] = []
        self._inserted: list[tuple[cst.CSTNode, str]] = []
        self._removed: list[cst.CSTNode] = []
        self._appended: list[tuple[cst.CSTNode, str]] = []
        #: Statements with the one whose margin they get; None for one level more.
        self._aligned: list[tuple[Sequence[cst.CSTNode], cst.CSTNode | None]] = []
        self._unwrapped: list[cst.CSTNode] = []
        self._moved: list[tuple[cst.CSTNode, cst.CSTNode]] = []
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
        found = self._file.twin(node)
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
        yield from nodes_in(around[0] if around else self.tree)

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

    def same(self, one: cst.CSTNode, other: cst.CSTNode) -> bool:
        """True if two expressions are written alike, apart from white space and brackets."""
        if type(one) is not type(other):
            return False
        return _dumped(self.tree.code_for_node(one)) == _dumped(self.tree.code_for_node(other))

    def has(self, template: str) -> bool:
        """True if the rule's page has a template of this name."""
        return template in self._rule.codemod

    def template(self, name: str) -> str:
        """Return a template of the rule's page; raises `NoFix`."""
        if not self.has(name):
            raise NoFix
        return self._rule.codemod[name]

    def say(self, **facts: str) -> None:
        """Fill in placeholders of the fix's words."""
        self._facts |= facts

    def written(self, template: str, **facts: str) -> str:
        """Return code as the `[codemod]` table of the rule's page spells it; raises `NoFix`."""
        self.say(**facts)
        return self.template(template).format_map(facts)

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

    def insert_after(self, statement: cst.CSTNode, code: str) -> None:
        """Insert a line below a statement."""
        self.block(statement)
        self._appended.append((statement, code))

    def move(self, statement: cst.CSTNode, before: cst.CSTNode) -> None:
        """Move a statement above another one of the same block."""
        if before not in self.block(statement):
            raise NoFix
        self._moved.append((statement, before))

    def align(self, statements: Sequence[cst.CSTNode], like: cst.CSTNode) -> None:
        """Give statements the indentation of another one."""
        self._aligned.append((statements, like))

    def indent(self, statements: Sequence[cst.CSTNode]) -> None:
        """Indent statements by one level."""
        self._aligned.append((statements, None))

    def unwrap(self, statement: cst.CSTNode, body: Sequence[cst.CSTNode]) -> None:
        """Replace a compound statement by the statements of its only block."""
        self.block(statement)
        self._unwrapped.append(statement)
        self.align(body, statement)

    def message(self) -> str:
        """Return the words of the fix."""
        return self._rule.codemod["title"].format_map(self._facts)

    def edits(self) -> tuple[Edit, ...]:
        """Return the recorded changes as edits of the text; raises `NoFix` if there are none."""
        inserted = [*self._comments_replaced(), *self._inserted]
        nodes = [node for node, _ in (*self._replaced, *inserted, *self._appended)]
        nodes += self._removed + self._unwrapped
        for statements, like in self._aligned:
            nodes += [*statements, *([like] if like is not None else [])]
        for statement, place in self._moved:
            nodes += [statement, place]
        layout = Layout(self._file, nodes)
        found = [Edit(layout.span(node), code) for node, code in self._replaced]
        found += [layout.insertion(statement, code) for statement, code in inserted]
        found += [layout.appendix(*appended) for appended in self._appended]
        found += [layout.removal(statement) for statement in self._removed]
        found += [edit for moved in self._aligned for edit in layout.alignment(*moved)]
        found += [layout.head_removal(statement) for statement in self._unwrapped]
        found += [edit for moved in self._moved for edit in layout.move(*moved)]
        if not found:
            raise NoFix
        return tuple(sorted(found, key=lambda edit: edit.span))

    def _comments_replaced(self) -> Iterator[tuple[cst.CSTNode, str]]:
        """Yield comments in text that is replaced, to be kept above their statements."""
        for node, code in self._replaced:
            if "#" not in self.tree.code_for_node(node):
                continue
            comments = list(_comments_in(node))
            for around in self.ancestors(node) if comments else ():
                if isinstance(around, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
                    self.block(around)
                    yield from ((around, comment) for comment in comments if comment not in code)
                    break


def _comments_in(node: cst.CSTNode) -> Iterator[str]:
    """Yield the comments in a node of the exact tree, in the order of the text."""
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, cst.Comment):
            yield part.value
        pending += reversed(part.children)


def _dumped(code: str) -> str:
    """Return the tree of an expression as text."""
    try:
        return ast.dump(ast.parse(f"({code}\n)", mode="eval"))
    except SyntaxError:
        return code
