"""The picture of each finding: its program is analysed once more, this time to be drawn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tflintgrad.engine.cell_locations import to_module
from tflintgrad.engine.workspace import Workspace
from tflintgrad.source.notebook import is_notebook

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.diagrams.model import Sketch


def workspace_of(results: Sequence[FileResult]) -> Workspace:
    """The files as they were checked, which may be newer than those on the disk."""
    paths = {_path(result.path): result for result in results}
    texts = {path: r.text for path, r in paths.items() if r.text is not None and not r.notebook}
    workspace = Workspace({path: result.path for path, result in paths.items()}, texts)
    for path, result in paths.items():
        if result.notebook is not None:
            workspace.overlay_notebook(path, result.notebook)
    return workspace


def _path(name: str) -> str:
    return os.path.abspath(name) if os.path.exists(name) else name


def sketches_of(
    findings: Sequence[Finding], workspace: Workspace, tensorflow_version: str
) -> list[Sketch | None]:
    """For each finding its picture; None where it is about no path, or has none to show."""
    if not findings:
        return []
    from tflintgrad.output.diagrams.selection import Pictures  # imports libcst

    found: dict[int, Sketch | None] = {}
    by_program: dict[str, list[Finding]] = {}
    for finding in findings:
        by_program.setdefault(finding.program, []).append(finding)
    for group in by_program.values():
        pictures = Pictures(workspace, tensorflow_version)  # one graph at a time is in memory
        with suppress(Exception):
            pictures.expect([_in_rows(finding, workspace) for finding in group])
        for finding in group:
            try:
                found[id(finding)] = pictures.of_finding(_in_rows(finding, workspace))
            except Exception:  # without a picture, the report is still worth having
                found[id(finding)] = None
    return [found[id(finding)] for finding in findings]


def _in_rows(finding: Finding, workspace: Workspace) -> Finding:
    """In rows of the modules that the cells of notebooks form."""
    for filename in dict.fromkeys((finding.filename, *finding.programs)):
        notebook = (
            workspace.notebook(workspace.absolute_path(filename)) if is_notebook(filename) else None
        )
        if notebook is not None:
            finding = to_module(finding, filename, notebook)
    return finding
