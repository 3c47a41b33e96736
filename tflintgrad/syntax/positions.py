"""Positions of a few nodes, found by generating the module's code once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import libcst as cst

from tflintgrad.findings import Location, Span
from tflintgrad.syntax.folding import Skeleton, SkippingState


class _RecordingState(SkippingState):
    """Generates code while noting where the wanted nodes begin and end.

    libcst's own position provider notes every node of the module; a report needs a handful.
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

    def skip(self, rows: int) -> None:
        self.row += rows

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
    """Map `id(node)` to the node's span, for every given node of the module."""
    wanted = {id(node) for node in nodes}
    spans = _spans(module, wanted, first_row=1)
    for body in module.folded if isinstance(module, Skeleton) else ():
        if body.is_parsed and len(spans) < len(wanted):
            spans |= _spans(body.module, wanted, first_row=body.first_row - 1)
    return spans


def _spans(module: cst.Module, wanted: set[int], first_row: int) -> dict[int, Span]:
    state = _RecordingState(module, wanted, first_row)
    module._codegen(state)
    return state.spans
