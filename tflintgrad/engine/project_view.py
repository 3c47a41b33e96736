"""The project view: the modules that one program can import."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.engine.workspace import Workspace
from tflintgrad.project.module_resolver import ModuleFile

if TYPE_CHECKING:
    from tflintgrad.flow.interpreter.lazy_modules import ParsedModule


class ProjectView:
    """The modules of a project that `program` can import; implements the flow graph's `Project`.

    A module that neither the program nor a loaded module imports does not exist for the program.
    """

    def __init__(self, workspace: Workspace, program: str) -> None:
        self._workspace = workspace
        self._program = program
        self._import_graph = workspace.import_graph
        self._projects = workspace.import_graph.projects
        #: What the program and the modules loaded so far import.
        self._imported = set(workspace.import_graph.summary(program).imports)

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        """Return the module that an import statement in `importer` names, or None."""
        return self.if_reachable(self._projects.resolve(importer, dotted, level))

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        """Return the submodule `name` of a package, or None."""
        return self.if_reachable(self._projects.submodule(module, name))

    def if_reachable(self, file: ModuleFile | None) -> ModuleFile | None:
        """Return `file` if the program or a loaded module imports it, else None."""
        if file is None or file.path in (None, self._program) or not self._workspace.prefilter:
            return file
        return file if file.path in self._imported else None

    def code(self, path: str) -> ParsedModule | None:
        """Return the parsed module at `path`, or None; its imports become reachable."""
        self.mark_loaded(path)
        return self._workspace.code(path)

    def mark_loaded(self, path: str) -> None:
        """Make the modules that `path` imports reachable."""
        self._imported.update(self._import_graph.summary(path).imports)

    @property
    def imported_query_names(self) -> frozenset[str] | None:
        """The names that the program imports and whose call may issue a gradient query.

        None without prefilter: any name may.
        """
        if not self._workspace.prefilter:
            return None
        return self._workspace.entry_points.imported_query_names(self._program)

    @property
    def budget_scale(self) -> int:
        """The factor for the interpreter's budget in other modules: larger for small projects.

        It is a power of two, so that few changes of a module change the factor.
        """
        size = 1
        for path in self._import_graph.closure(self._program):
            if path != self._program:
                size += self._workspace.size(path)
            if size > limits.MAX_SMALL_PROJECT_CHARACTERS // 2:
                return 1
        return min(
            1 << ((limits.MAX_SMALL_PROJECT_CHARACTERS // size).bit_length() - 1),
            limits.MAX_BUDGET_SCALE,
        )

    @property
    def own_ops(self) -> str:
        """The lines of the op table about the project's own libraries."""
        return self._workspace.own_ops

    @property
    def keras(self) -> int | None:
        """The Keras of the program's files, 2 or 3; None: they may be older than Keras 3."""
        return self._workspace.keras_of(self._program)

    def note_load(self, path: str, deferred: set[str], missing: set[str]) -> None:
        """Take what a program used of a module; only a cache needs it."""

    @cached_property
    def _importers(self) -> dict[str, list[str]]:
        """The modules that import each module of the program, in order."""
        found: dict[str, list[str]] = {}
        for file in sorted(self._import_graph.closure(self._program)):
            for imported in self._import_graph.summary(file).imports:
                found.setdefault(imported, []).append(file)
        return found

    def users(self, path: str, names: frozenset[str]) -> list[ModuleFile]:
        """Return the modules that import `path` and use one of `names` at their top level."""
        return [
            ModuleFile(file, "", _module_name(file))
            for file in self._importers.get(path, ())
            if file != self._program and self._workspace.uses_at_top_level(file, names)
        ]


def _module_name(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]
