"""Is everything known that there is to report about a file?

Only then can something be said about what is *not* found in it. What is missing: programs that
could not be analysed to their end, modules on the way to the file that are no Python, and programs
that nobody looked for because the project is too large.
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.source.decoding import parses

if TYPE_CHECKING:
    from tflintgrad.engine.entry_points import AnalysisResults
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.project.discovery import Search

_REPOSITORIES = frozenset({".git", ".hg"})


class Completeness:
    """Says so for one file after the other."""

    def __init__(self, workspace: Workspace, answers: AnalysisResults, search: Search) -> None:
        self._workspace = workspace
        self._answers = answers
        self._search = search
        self._around: dict[str, list[str] | None] = {}

    def about(self, path: str) -> bool:
        notebook = self._workspace.notebook(path)
        if notebook is not None and notebook.broken:
            return False
        # The file, the programs that can get to it, and what lies between.
        on_the_way = self._workspace.outlines.importing([path], self._reached)
        return all(map(self._was_read, on_the_way)) and self._users_are_known(path)

    @cached_property
    def _reached(self) -> set[str]:
        closure = self._workspace.outlines.closure
        return {item for program in self._answers.programs for item in closure(program)}

    def _was_read(self, path: str) -> bool:
        """To its end, if it is a program."""
        answers = self._answers
        if answers.warnings.get(path) or path in answers.broken:
            return False
        if path in answers.programs:
            return True
        text = self._workspace.text(path)
        return text is not None and parses(text)

    def _users_are_known(self, path: str) -> bool:
        """Whether no program but those that were analysed can get to the file."""
        if not os.path.isabs(path):  # text that is no file
            return True
        outlines = self._workspace.outlines
        home = outlines.projects.home(path)
        files = self._files_around(
            home.root, limits.MAX_PROJECT_FOLDERS if home.marked else limits.MAX_UNMARKED_FOLDERS
        )
        if files is None:
            return False
        users = outlines.importing([path], files)
        return all(item in self._answers.programs for item in users if outlines.matters(item))

    def _files_around(self, root: str, folders: int) -> list[str] | None:
        """All files of the repository that a project is part of; None if they are too many."""
        if root not in self._around:
            self._around[root] = self._search.files_below(self._outermost(root), folders)
        return self._around[root]

    def _outermost(self, root: str) -> str:
        """The topmost folder that marks a project, up to the repository: projects can be nested."""
        marks = self._workspace.outlines.projects.folders.marks
        found = here = root
        while _REPOSITORIES.isdisjoint(marks(here)):
            above = os.path.dirname(here)
            if above == here:
                return found
            here = above
            if marks(here):
                found = here
        return found
