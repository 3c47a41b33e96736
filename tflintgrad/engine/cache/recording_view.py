"""The project view that records what a program asks, for the cache.

An analysis knows of other files only what it looks up in its `ProjectView`. Each lookup is recorded
with its answer, and of each module the definitions that were used.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from tflintgrad.engine.cache.json_guards import as_level
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.workspace import Workspace
from tflintgrad.project.module_resolver import ModuleFile, is_third_party
from tflintgrad.source.file_stamp import Stamp, digest_of_strings

if TYPE_CHECKING:
    from tflintgrad.engine.cache.file_cache import FileCache
    from tflintgrad.engine.cache.relative_paths import RelativePaths
    from tflintgrad.flow.interpreter.lazy_modules import ParsedModule

#: A lookup in the project: its kind and its arguments.
Lookup = tuple[Any, ...]


class Interface(NamedTuple):
    """The part of a module that a program used; the rest of the file may change."""

    digest: str
    """The digest of the definitions that it used, and of the heads of the others."""
    used: tuple[str, ...]
    """The names of these definitions."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The lookups of one program with their answers, and the files and folders behind them."""

    lookups: tuple[tuple[Lookup, Any], ...]
    files: tuple[tuple[str, Stamp | None], ...]
    searched: tuple[tuple[str, str], ...]
    marked: tuple[tuple[str, tuple[str, ...]], ...]
    interfaces: dict[str, Interface]
    """The used part of each module, by path."""
    missing: tuple[str, ...]
    """The names that it looked up in a module and did not find there."""


#: The lookup of a module that the program loads.
CODE = "code"
#: A lookup that depends on files which the program does not import.
KERAS = "keras"
#: The lookup of what the configuration says about libraries.
OWN_OPS = "own_ops"


class RecordingProjectView(ProjectView):
    """A project view that records each lookup with its answer, and can repeat one."""

    def __init__(
        self, workspace: Workspace, program: str, paths: RelativePaths, files: FileCache
    ) -> None:
        self._paths = paths
        self._files = files
        self._folders = workspace.import_graph.projects.folders
        # What was known before this program; everything after it is what the program used.
        self._before = (
            len(files.stamps),
            len(self._folders.searched),
            len(self._folders.marked),
        )
        self._lookups: dict[Lookup, Any] = {}
        #: The modules that were loaded, and what was not used of each: once in each pass.
        self._codes: dict[str, ParsedModule] = {}
        self._deferred: dict[str, list[set[str]]] = {}
        self._missing: list[set[str]] = []
        super().__init__(workspace, program)
        self._note((CODE, self._short(program)), self._imports(program))

    def dependencies(self) -> Dependencies:
        """Return everything that the program's result depends on."""
        files, searched, marked = self._before
        folders = self._folders
        new = list(islice(folders.searched, searched, None))
        return Dependencies(
            tuple(self._lookups.items()),
            tuple(islice(self._files.stamps.items(), files, None)),
            tuple((folder, folders.digest(folder)) for folder in new),
            tuple(islice(folders.marked.items(), marked, None)),
            self._interfaces(),
            tuple(sorted(set().union(*self._missing))),
        )

    def _interfaces(self) -> dict[str, Interface]:
        found: dict[str, Interface] = {}
        for path, deferred in self._deferred.items():
            code = self._codes.get(path)
            if code is not None and code.outline is not None:
                used = code.outline.definitions().difference(deferred[0].intersection(*deferred))
                digest = code.interface(used)
                if digest is not None:
                    found[path] = Interface(digest, tuple(sorted(used)))
        return found

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        """Resolve an import, and record it."""
        found = self._projects.resolve(importer, dotted, level)
        if level or not is_third_party(dotted):
            self._note(("resolve", self._short(importer), dotted, level), self._packed(found))
        return self.if_reachable(found)

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        """Resolve a submodule, and record it."""
        found = self._projects.submodule(module, name)
        if module.folder:
            lookup = ("submodule", self._short(module.folder), module.name, name)
            self._note(lookup, self._packed(found))
        return self.if_reachable(found)

    def code(self, path: str) -> ParsedModule | None:
        """Return a parsed module, and record that it was read."""
        self._note((CODE, self._short(path)), self._imports(path))
        found = super().code(path)
        if found is not None:
            self._codes[path] = found
        return found

    def note_load(self, path: str, deferred: set[str], missing: set[str]) -> None:
        """Record what the program will have used of a module when it is interpreted."""
        self._deferred.setdefault(path, []).append(deferred)
        if not any(missing is known for known in self._missing):
            self._missing.append(missing)

    @property
    def imported_query_names(self) -> frozenset[str] | None:
        """Return the imported names that issue queries, and record them."""
        found = super().imported_query_names
        self._note(("given",), sorted(found or ()))  # without the prefilter, nothing is cached
        return found

    @property
    def budget_scale(self) -> int:
        """Return the factor of the import budget, and record it."""
        found = super().budget_scale
        self._note(("budget_scale",), found)
        return found

    @property
    def own_ops(self) -> str:
        """Return the lines about the project's own libraries, and record them."""
        found = super().own_ops
        self._note((OWN_OPS,), digest_of_strings([found]))
        return found

    @property
    def keras(self) -> int | None:
        """Return the Keras that the project is for, and record it."""
        found = super().keras
        self._note((KERAS,), found)
        return found

    def users(self, path: str, names: frozenset[str]) -> list[ModuleFile]:
        """Return the modules that use names of a module, and record them."""
        found = super().users(path, names)
        lookup = ("users", self._short(path), *sorted(names))
        self._note(lookup, [self._packed(item) for item in found])
        return found

    def repeat(self, kind: str, *arguments: Any) -> Any:
        """Return the answer to an earlier lookup as it is now."""
        if kind == "given":
            return sorted(super().imported_query_names or ())
        if kind == "budget_scale":
            return super().budget_scale
        if kind == OWN_OPS:
            return digest_of_strings([super().own_ops])
        if kind == KERAS:
            return super().keras
        path = self._paths.full(arguments[0])
        if kind == "resolve":
            return self._packed(self._projects.resolve(path, arguments[1], as_level(arguments[2])))
        if kind == "submodule":
            module = ModuleFile(None, path, arguments[1])
            return self._packed(self._projects.submodule(module, arguments[2]))
        if kind == CODE:
            return self._imports(path)
        if kind == "users":
            return [self._packed(item) for item in super().users(path, frozenset(arguments[1:]))]
        raise ValueError(f"unknown lookup: {kind}")

    def _note(self, lookup: Lookup, answer: Any) -> None:
        self._lookups.setdefault(lookup, answer)

    def _imports(self, path: str) -> str:
        """Return a digest of a module's imports, which are reachable once the module is."""
        return digest_of_strings(map(self._short, self._import_graph.summary(path).imports))

    def _packed(self, module: ModuleFile | None) -> list[Any]:
        if module is None:
            return []
        path = None if module.path is None else self._short(module.path)
        return [path, self._short(module.folder), module.name]

    def _short(self, path: str) -> str:
        return self._paths.short(path)
