"""The diagram of each finding; its program is analysed once more for that."""

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
    from tflintgrad.output.diagrams.model import Diagram


def workspace_of(results: Sequence[FileResult]) -> Workspace:
    """Return a workspace of the files as they were checked; those on disk may differ by now."""
    paths = {_path(result.path): result for result in results}
    texts = {path: r.text for path, r in paths.items() if r.text is not None and not r.notebook}
    workspace = Workspace({path: result.path for path, result in paths.items()}, texts)
    workspace.own_ops = next((result.own_ops for result in results if result.findings), "")
    for path, result in paths.items():
        if result.notebook is not None:
            workspace.overlay_notebook(path, result.notebook)
    return workspace


def _path(name: str) -> str:
    return os.path.abspath(name) if os.path.exists(name) else name


def diagrams_of(
    findings: Sequence[Finding], workspace: Workspace, tensorflow_version: str
) -> list[Diagram | None]:
    """Return the diagram of each finding, or None if the finding is not about a path."""
    if not findings:
        return []
    from tflintgrad.output.diagrams.selection import DiagramSelector  # imports libcst

    found: dict[int, Diagram | None] = {}
    by_program: dict[str, list[Finding]] = {}
    for finding in findings:
        by_program.setdefault(finding.program, []).append(finding)
    for group in by_program.values():
        selector = DiagramSelector(workspace, tensorflow_version)  # keeps one graph in memory
        with suppress(Exception):
            selector.prepare([_in_module(finding, workspace) for finding in group])
        for finding in group:
            try:
                found[id(finding)] = selector.for_finding(_in_module(finding, workspace))
            except Exception:  # the report is useful without this diagram
                found[id(finding)] = None
    return [found[id(finding)] for finding in findings]


def _in_module(finding: Finding, workspace: Workspace) -> Finding:
    """Return the finding with rows of the module instead of rows of notebook cells."""
    for filename in dict.fromkeys((finding.filename, *finding.programs)):
        notebook = (
            workspace.notebook(workspace.absolute_path(filename)) if is_notebook(filename) else None
        )
        if notebook is not None:
            finding = to_module(finding, filename, notebook)
    return finding
