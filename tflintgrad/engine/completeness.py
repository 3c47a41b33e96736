"""Decide if all findings of a file are known, so that a missing finding means something.

They are not if a program that imports the file could not be analysed to its end, if a module
between the two is not valid Python, or if the project is too large to look for such programs.
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.source.cpython_parser import parses

if TYPE_CHECKING:
    from tflintgrad.engine.program_results import AnalysisResults
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.project.discovery import Search

_REPOSITORIES = frozenset({".git", ".hg"})


class Completeness:
    """Decides per file if every program that imports it was analysed to its end."""

    def __init__(self, workspace: Workspace, results: AnalysisResults, search: Search) -> None:
        self._workspace = workspace
        self._results = results
        self._search = search
        #: The files of the repository around each project, by the root of the project.
        self._repository_files: dict[str, list[str] | None] = {}

    def covers(self, path: str) -> bool:
        """True if all findings in the file at `path` are known."""
        if self._workspace.broken_cells(path):
            return False
        # The file, the programs that import it, and the modules between them.
        importers = self._workspace.import_graph.transitive_importers([path], self._analyzed)
        return all(map(self._is_complete, importers)) and self._importers_are_known(path)

    @cached_property
    def _analyzed(self) -> set[str]:
        """The analysed programs, and all modules that they import."""
        closure = self._workspace.import_graph.closure
        return {item for program in self._results.programs for item in closure(program)}

    def _is_complete(self, path: str) -> bool:
        """True if a program was analysed to its end, and any other module can be parsed."""
        results = self._results
        if results.warnings.get(path) or path in results.broken:
            return False
        if path in results.programs:
            return True
        text = self._workspace.text(path)
        return text is not None and parses(text)

    def _importers_are_known(self, path: str) -> bool:
        """True if every program of the repository that imports the file was analysed."""
        if not os.path.isabs(path):  # text without a file
            return True
        import_graph = self._workspace.import_graph
        home = import_graph.projects.import_root(path)
        files = self._files_of_repository(
            home.root, limits.MAX_PROJECT_FOLDERS if home.marked else limits.MAX_UNMARKED_FOLDERS
        )
        if files is None:
            return False
        importers = import_graph.transitive_importers([path], files)
        programs = self._results.programs
        return all(
            item in programs
            for item in importers
            if self._workspace.entry_points.is_entry_point(item)
        )

    def _files_of_repository(self, root: str, folders: int) -> list[str] | None:
        """Return all files of the repository around a project, or None if there are too many."""
        found = self._repository_files
        if root not in found:
            found[root] = self._search.files_below(self._outermost(root), folders)
        return found[root]

    def _outermost(self, root: str) -> str:
        """Return the topmost folder up to the repository's that marks a project.

        Projects can be nested.
        """
        marks = self._workspace.import_graph.projects.folders.marks
        found = here = root
        while _REPOSITORIES.isdisjoint(marks(here)):
            above = os.path.dirname(here)
            if above == here:
                return found
            here = above
            if marks(here):
                found = here
        return found
