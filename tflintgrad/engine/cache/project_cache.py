"""The project cache: where imports lead, and what role each file has, from earlier runs.

Where an import leads depends on the folders that it is looked up in. While none of those that
earlier runs looked into has changed, the cache is of one *generation*, and no import is resolved
again. The role of a file depends on the file and on everything that it imports, which its stamp
stands for (`closure_stamps`). So an edit costs what it changes: the role is computed anew for the
edited file, and for the files that import it only if it gives them something else than before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine.cache.json_guards import MALFORMED, as_text, as_texts
from tflintgrad.project.closure_stamps import ClosureStamps
from tflintgrad.project.entry_points import FileRole
from tflintgrad.project.file_summary import FileSummary, summary_without_imports
from tflintgrad.project.module_resolver import Folders
from tflintgrad.project.prefilter.propagation import Exports

if TYPE_CHECKING:
    from tflintgrad.engine.cache.file_cache import FileCache
    from tflintgrad.engine.cache.relative_paths import RelativePaths
    from tflintgrad.engine.workspace import Workspace

#: Digests of what each folder holds that can be imported; and the project marks of folders.
Directories = tuple[dict[str, str], dict[str, tuple[str, ...]]]


class ProjectCache:
    """Summaries and roles of files, from earlier runs; `open` decides which of them still hold."""

    def __init__(self, files: FileCache, paths: RelativePaths, packed: Any, began: int) -> None:
        self._files = files
        self._paths = paths
        self._packed: dict[str, Any] = packed if isinstance(packed, dict) else {}
        self.generation = str(began)
        self._entries: dict[str, Any] = {}
        self._names: list[Any] = []
        self._sets: list[Any] = []
        self._is_current = False
        #: The files whose summaries and roles are from earlier runs.
        self._summarized: set[str] = set()
        self._roles: dict[str, FileRole] = {}
        self._stamps: ClosureStamps | None = None
        self._role_stamps: ClosureStamps | None = None
        self._roots: list[str] = []

    def open(self, workspace: Workspace, folders: Folders, roots: Iterable[str]) -> None:
        """Compare the folders that earlier runs looked into with those of this run."""
        self._roots = sorted({self._paths.short(root) for root in roots})
        self._workspace = workspace
        self._stamps = ClosureStamps(self._imports, self._content)
        self._role_stamps = ClosureStamps(self._imports, self._content, self._output)
        try:
            found = self._packed
            if found["roots"] != self._roots or not self._has_same(folders, found):
                return
            self._names, self._sets = list(as_texts(found["paths"])), found["sets"]
            self._entries = dict(found["files"])
            self.generation = as_text(found["generation"])
            self._is_current = True
        except MALFORMED:
            self._entries = {}

    def _has_same(self, folders: Folders, found: dict[str, Any]) -> bool:
        full = self._paths.full
        return all(
            folders.digest(full(folder)) == content for folder, content in found["searched"]
        ) and all(list(folders.marks(full(folder))) == marks for folder, marks in found["marked"])

    def _imports(self, path: str) -> tuple[str, ...]:
        return self._workspace.import_graph.summary(path).imports

    def _content(self, path: str) -> str:
        # Where its imports lead is the same within a generation.
        return f"{self._paths.short(path)} {self._files.digest(path)}"

    def stamp(self, path: str) -> str:
        """Return the stamp of a file's import closure."""
        assert self._stamps is not None
        return self._stamps.of(path)

    def _role_stamp(self, path: str) -> str:
        """Return a digest of everything that the role of a file depends on."""
        assert self._role_stamps is not None
        return self._role_stamps.of(path)

    def _output(self, path: str) -> str:
        """Return a digest of everything about a file that the roles of importers depend on."""
        assert self._role_stamps is not None
        entry = self._entries.get(self._paths.short(path))
        try:
            if entry is not None and entry[2] == self._role_stamp(path):
                return as_text(entry[4])
        except MALFORMED:
            pass
        return self._workspace.entry_points.output(path, self._role_stamps.output)

    def summary(self, path: str) -> FileSummary | None:
        """Return the summary of a file; None if it is not known."""
        try:
            entry = self._entries.get(self._paths.short(path))
            if entry is None or entry[0] != self._files.digest(path):
                return None
            flags, imports, stars, modules = entry[1]
            library, queries, given = (bool(flags >> bit & 1) for bit in range(3))
            self._summarized.add(path)
            if not imports:
                return summary_without_imports(library, queries, given)
            return FileSummary(
                tuple(map(self._path, imports)),
                library,
                queries,
                given,
                tuple(map(self._path, stars)),
                tuple((as_text(name), self._path(module)) for name, module in modules),
            )
        except MALFORMED:
            return None

    def role(self, path: str) -> FileRole | None:
        """Return the role of a file; None if it is not known."""
        known = self._roles.get(path)
        if known is not None:
            return known
        try:
            entry = self._entries.get(self._paths.short(path))
            if entry is None or entry[2] is None or entry[2] != self._role_stamp(path):
                return None
            is_entry_point, queries, classes = entry[3]
            found = FileRole(is_entry_point, self._exports(queries), self._exports(classes))
            self._roles[path] = found
            return found
        except MALFORMED:
            return None

    def _path(self, number: int) -> str:
        return self._paths.full(self._names[number])

    def _exports(self, packed: Any) -> Exports | None:
        if packed is None:
            return None
        names, modules, members, visible = packed
        return Exports(
            self._set(names) or frozenset(),
            frozenset((as_text(name), self._path(module)) for name, module in modules),
            self._set(members),
            self._set(visible),
        )

    def _set(self, number: int | None) -> frozenset[str] | None:
        if number is None:
            return None
        found = self._sets[number]
        if not isinstance(found, frozenset):
            found = self._sets[number] = frozenset(as_texts(found))
        return found

    def packed(self, workspace: Workspace, directories: Directories | None) -> Any:
        """Return everything to be written; None if there is nothing new."""
        if directories is None:
            return None
        fresh = self._fresh(workspace)
        if not fresh and self._is_current:
            return None
        if len(self._names) > limits.MAX_CACHED_UNUSED_FILES + 2 * len(self._entries):
            return None  # too much is outdated: the next run begins anew
        short = self._paths.short
        searched, marked = directories
        return {
            "roots": self._roots,
            "generation": self.generation,
            "searched": [[short(folder), content] for folder, content in searched.items()],
            "marked": [[short(folder), list(marks)] for folder, marks in marked.items()],
            "files": {**self._entries, **fresh},
            "paths": self._names,
            "sets": [sorted(names) for names in self._sets],
        }

    def _fresh(self, workspace: Workspace) -> dict[str, Any]:
        """Return the entries of files about which this run knows more than earlier ones."""
        numbers = _Numbers(self._names), _Numbers(self._sets)
        found: dict[str, Any] = {}
        assert self._role_stamps is not None
        graph = workspace.import_graph
        for path in workspace.entry_points.roles():
            self._role_stamp(path)  # which may take the roles of other files
        roles = workspace.entry_points.roles()
        files = {*graph.summaries(), *roles}
        unstable = {path for path in files if not self._files.unchanged(path)}
        # A role is stored only if those of all imports are, so that one can rely on the other.
        unstable |= graph.transitive_importers(unstable, files) if unstable else set()
        for path in files - unstable:
            role = roles.get(path)
            content = self._files.digest(path)
            if path in self._summarized and (role is None or role == self._roles.get(path)):
                continue
            summary = graph.summary(path)
            found[self._paths.short(path)] = [
                content,
                self._packed_summary(summary, numbers[0]),
                None if role is None else self._role_stamp(path),
                None if role is None else self._packed_role(role, *numbers),
                None if role is None else self._role_stamps.known_output(path),
            ]
        return found

    def _packed_summary(self, summary: FileSummary, number: _Numbers) -> list[Any]:
        short = self._paths.short
        flags = (summary.names_library, summary.may_query, summary.queries_given_tape)
        return [
            sum(flag << bit for bit, flag in enumerate(flags)),
            [number.of(short(path)) for path in summary.imports],
            [number.of(short(path)) for path in summary.stars],
            [[name, number.of(short(path))] for name, path in summary.modules],
        ]

    def _packed_role(self, role: FileRole, path: _Numbers, names: _Numbers) -> list[Any]:
        def packed(exports: Exports | None) -> list[Any] | None:
            if exports is None:
                return None
            return [
                names.of(exports.names),
                [[name, path.of(self._paths.short(file))] for name, file in exports.modules],
                None if exports.members is None else names.of(exports.members),
                None if exports.visible is None else names.of(exports.visible),
            ]

        return [role.is_entry_point, packed(role.query_functions), packed(role.keras_classes)]


class _Numbers:
    """Numbers for values of a list, which grows by each value that is not in it."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._numbers = {_hashable(value): number for number, value in enumerate(values)}

    def of(self, value: Any) -> int:
        """Return the number of a value."""
        number = self._numbers.setdefault(value, len(self._values))
        if number == len(self._values):
            self._values.append(value)
        return number


def _hashable(value: Any) -> Any:
    return frozenset(value) if isinstance(value, list) else value
