"""Spans of nodes, computed by generating the code around them once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeGuard

import libcst as cst
from libcst._nodes.internal import CodegenState

from tflintgrad.diagnostics import Location, Span
from tflintgrad.source.syntax.bindings import children
from tflintgrad.source.syntax.cst_from_ast import PlainModule
from tflintgrad.source.syntax.cst_from_ast.lazy_blocks import Block, LazyBlock


class _RecordingState(CodegenState):
    """Generates code, and records where the wanted nodes start and end.

    libcst's own position provider records every node of the module; a report needs a handful.
    """

    def __init__(self, module: cst.Module, wanted: set[int], first_row: int) -> None:
        super().__init__(
            default_indent=module.default_indent, default_newline=module.default_newline
        )
        self.wanted = wanted
        self.spans: dict[int, Span] = {}
        self.row = first_row
        self.column = 1

    def add_token(self, value: str) -> None:
        super().add_token(value)
        self._advance(value)

    def add_indent_tokens(self) -> None:
        super().add_indent_tokens()
        for token in self.indent_tokens:
            self._advance(token)

    def _advance(self, value: str) -> None:
        last_break = max(value.rfind("\n"), value.rfind("\r"))
        if last_break < 0:
            self.column += len(value)
            return
        self.row += value.count("\n") + value.count("\r") - value.count("\r\n")
        self.column = len(value) - last_break

    @contextmanager
    def record_syntactic_position(
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> Iterator[None]:
        start = Location(self.row, self.column)
        try:
            yield
        finally:
            if id(node) in self.wanted:
                first = self.spans.get(id(start_node)) if start_node is not None else None
                last = self.spans.get(id(end_node)) if end_node is not None else None
                self.spans[id(node)] = Span(
                    first.start if first else start,
                    last.end if last else Location(self.row, self.column),
                )


def find_spans(module: cst.Module, nodes: Iterable[cst.CSTNode]) -> dict[int, Span]:
    """Return the span of each of the given nodes of a module, by `id(node)`."""
    wanted = {id(node) for node in nodes}
    if not isinstance(module, PlainModule):
        return _spans(module, wanted, first_row=1)
    spans: dict[int, Span] = {}
    for statement, rows, inside in _units(module, wanted):
        exact, twin = _parsed(module, rows)
        if twin is None:
            spans |= _rows(statement, rows, inside)
            continue
        twins = {id(b): id(a) for a, b in _pairs(statement, twin) if id(a) in inside}
        found = _spans(exact, set(twins), first_row=rows.start - 1)
        spans |= {twins[node]: span for node, span in found.items()}
    return spans


def twins(analysed: cst.Module, exact: cst.Module) -> dict[int, cst.CSTNode]:
    """Return the nodes of the exact tree of a module for those of the analysed one, by id."""
    if analysed is exact:
        return {id(node): node for node in _nodes(exact)}
    pairs = zip(analysed.body, exact.body, strict=True)
    return {id(a): b for top in pairs for a, b in _pairs(*top)}


def first_rows(module: cst.Module) -> list[int]:
    """Return the row at which each statement of an exact tree starts, with what is above it."""
    state = _RecordingState(module, set(), first_row=1)
    for line in module.header:
        line._codegen(state)
    rows = []
    for statement in module.body:
        rows.append(state.row)
        statement._codegen(state)
    return rows


def spans_from(
    module: cst.Module, statement: cst.CSTNode, row: int, wanted: set[int]
) -> dict[int, Span]:
    """Return spans of wanted nodes in a statement of an exact tree that starts at this row."""
    state = _RecordingState(module, wanted, row)
    statement._codegen(state)
    return state.spans


def _parsed(module: PlainModule, rows: range) -> tuple[cst.Module, cst.CSTNode | None]:
    """Parse the statement in these rows with libcst; None if it takes too long or is rejected."""
    if module.source.is_costly(rows):
        return module, None
    try:
        exact, (statement, *_) = module.source.parsed_rows(rows)
    except cst.ParserSyntaxError:  # mixed tabs and spaces that only CPython accepts
        return module, None
    return exact, statement


def _units(
    block: PlainModule | Block | LazyBlock, wanted: set[int]
) -> Iterator[tuple[cst.CSTNode, range, set[int]]]:
    """Yield the smallest statements that can be parsed alone, with the wanted nodes in them."""
    for statement, rows in zip(block.body, block.rows, strict=True):
        inside = {id(node) for node in _nodes(statement)} & wanted
        if inside and isinstance(statement, cst.ClassDef) and _is_built(statement.body):
            for unit in _units(statement.body, inside):
                inside -= unit[2]
                yield unit
        if inside:
            yield statement, rows, inside


def _rows(statement: cst.CSTNode, rows: range, wanted: set[int]) -> dict[int, Span]:
    """Return spans of whole rows, those of the innermost statements, without libcst's parser."""
    found = dict.fromkeys(wanted, rows)
    for block in _nodes(statement):  # outer blocks come first
        if _is_built(block):
            for inner, its_rows in zip(block.body, block.rows, strict=True):
                here = {id(node) for node in _nodes(inner)} & wanted
                found |= dict.fromkeys(here, its_rows)
    return {
        node: Span(Location(its.start, 1), Location(its.stop, 1)) for node, its in found.items()
    }


def _is_built(block: cst.CSTNode) -> TypeGuard[Block | LazyBlock]:
    return isinstance(block, Block) or (isinstance(block, LazyBlock) and block.is_built)


def _nodes(top: cst.CSTNode) -> Iterator[cst.CSTNode]:
    pending = [top]
    while pending:
        node = pending.pop()
        yield node
        pending += _built_children(node)


def _built_children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the node's children; none of a block that is not built, as no caller has them."""
    return [] if isinstance(node, LazyBlock) and not node.is_built else children(node)


def _pairs(plain: cst.CSTNode, exact: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """Yield corresponding nodes of a plain tree and of the tree of libcst's own parser."""
    pending = [(plain, exact)]
    while pending:
        pair = pending.pop()
        yield pair
        if inner := _built_children(pair[0]):
            pending += zip(inner, children(pair[1]), strict=True)


def _spans(module: cst.Module, wanted: set[int], first_row: int) -> dict[int, Span]:
    state = _RecordingState(module, wanted, first_row)
    module._codegen(state)
    return state.spans
