"""Move findings of notebooks from rows of the module to rows of its cells, and back.

The module of a notebook consists of all its code cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from tflintgrad.diagnostics import Finding, Fix, Location, Span, Spot, Step
from tflintgrad.source.notebook import Notebook

_Located = TypeVar("_Located", Finding, Step, Spot)
_Move = Callable[[int | None, Span], tuple[int | None, Span]]


def to_cells(finding: Finding, filename: str, notebook: Notebook) -> Finding:
    """Return the finding with all its locations in the notebook as rows of cells."""

    def move(_: int | None, span: Span) -> tuple[int | None, Span]:
        cell, row, column = notebook.cell_position(span.start.row, span.start.column)
        end_cell, end_row, end_column = notebook.cell_position(span.end.row, span.end.column)
        start = Location(row, column)
        end = Location(end_row, end_column) if end_cell == cell else start
        return cell, Span(start, end)

    return _moved(finding, filename, move)


def to_module(finding: Finding, filename: str, notebook: Notebook) -> Finding:
    """Return the finding with all its locations in the notebook as rows of the module."""

    def move(cell: int | None, span: Span) -> tuple[int | None, Span]:
        if cell is None:
            return None, span
        rows = [notebook.module_row(cell, location.row) for location in (span.start, span.end)]
        start = Location(rows[0], span.start.column)
        return None, Span(start, Location(rows[1], span.end.column))

    return _moved(finding, filename, move)


def _moved(finding: Finding, filename: str, move: _Move) -> Finding:
    flow = tuple(_moved_item(step, filename, move) for step in finding.flow)
    queries = tuple(_moved_item(spot, filename, move) for spot in finding.queries)
    if finding.filename == filename:
        cell, _ = move(finding.cell, finding.span)
        finding = replace(finding, fix=_moved_fix(finding, cell, move))
    return replace(_moved_item(finding, filename, move), flow=flow, queries=queries)


def _moved_item(item: _Located, filename: str, move: _Move) -> _Located:
    if item.filename != filename:
        return item
    cell, span = move(item.cell, item.span)
    return replace(item, cell=cell, span=span)


def _moved_fix(finding: Finding, cell: int | None, move: _Move) -> Fix | None:
    """Return the fix of a finding, or None if not all of its edits are in the finding's cell."""
    if finding.fix is None:
        return None
    moved = [(edit, *move(finding.cell, edit.span)) for edit in finding.fix.edits]
    if any(there != cell for _, there, _ in moved):
        return None
    edits = tuple(replace(edit, span=span) for edit, _, span in moved)
    return replace(finding.fix, edits=edits)
