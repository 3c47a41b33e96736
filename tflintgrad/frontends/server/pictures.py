"""The picture of a gradient's path, for editors that can show one."""

from __future__ import annotations

import os
from functools import partial

from lsprotocol import types

from tflintgrad.config.settings import ConfigurationError
from tflintgrad.diagnostics import Spot
from tflintgrad.engine.check_in_memory import overlaid
from tflintgrad.frontends.server.check_snapshot import SnapshotResults
from tflintgrad.output.diagrams import svg
from tflintgrad.output.diagrams.model import Diagram
from tflintgrad.output.diagrams.selection import DiagramSelector, NothingToDraw
from tflintgrad.output.html.diagrams import diagrams_of
from tflintgrad.source.syntax.parse import SyntaxProblem

GRAPH = "tflintgrad.graph"


def picture_at(results: SnapshotResults, uri: str, position: types.Position) -> dict[str, str]:
    """Return the picture of what is at a position, as `svg`, or else the reason, as `message`.

    That is the finding there, or the query on that line, or a query whose path goes through it.
    """
    try:
        return {"svg": svg.draw(_diagrams(results, uri, position))}
    except (NothingToDraw, ConfigurationError) as nothing:  # a plugin may be broken
        return {"message": str(nothing)}
    except SyntaxProblem as problem:
        return {"message": f"line {problem.row}: {problem.message}"}


def _diagrams(results: SnapshotResults, uri: str, position: types.Position) -> list[Diagram]:
    files = results.snapshot.files
    contents = results.contents
    workspace = overlaid(contents, {path: path for path in contents}, results.snapshot.roots)
    settings = results.settings_for(uri)
    version, workspace.own_ops = settings.tensorflow_version, settings.rules
    here = [item for item in results.findings.get(uri, ()) if _is_in(position, item.diagnostic)]
    found = diagrams_of([item.finding for item in here], workspace, version)
    if drawn := [diagram for diagram in found if diagram is not None]:
        return drawn[:1]
    for path, file in files.items():
        for cell, text in ((None, file.text), *file.cells.items()):
            if text is not None and text.uri == uri:
                row = position.line + 1
                where = f"{os.path.basename(path)}:{row}"
                selector = DiagramSelector(workspace, version)
                return selector.at_line(path, where, partial(_is_on, path, cell, row))
    raise NothingToDraw("this text is not open as Python")


def _is_on(path: str, cell: int | None, row: int, spot: Spot) -> bool:
    """True if the spot spans this row."""
    same_file = spot.filename == path and spot.cell == cell
    return same_file and spot.span.start.row <= row <= spot.span.end.row


def _is_in(position: types.Position, diagnostic: types.Diagnostic) -> bool:
    return diagnostic.range.start.line <= position.line <= diagnostic.range.end.line
