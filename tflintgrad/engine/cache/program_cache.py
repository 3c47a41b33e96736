"""The program cache: results of single programs, with everything they depend on.

An analysis knows of other files only what it looks up in its `ProjectView`: where an import leads,
what a module holds, which names issue queries. Each lookup is recorded with its answer. A later run
repeats the lookups: if every answer is the same, so is the result. A lookup that found nothing,
because no module has that name, is one of them.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine.cache.json_guards import (
    MALFORMED,
    as_count,
    as_level,
    as_text,
    as_texts,
    parse,
)
from tflintgrad.engine.cache.serialization import lies_in, pack, unpack
from tflintgrad.engine.program_results import ProgramResult
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.workspace import Workspace
from tflintgrad.project.module_resolver import ModuleFile, is_third_party
from tflintgrad.source.decoding import DecodeError, split_lines
from tflintgrad.source.file_stamp import Stamp, digest_of_strings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.cache.file_cache import FileCache
    from tflintgrad.engine.cache.project_cache import Directories, ProjectCache
    from tflintgrad.engine.cache.relative_paths import RelativePaths
    from tflintgrad.flow.interpreter.lazy_modules import ParsedModule

#: A lookup in the project: its kind and its arguments.
Lookup = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The lookups of one program with their answers, and the files and folders behind them."""

    lookups: tuple[tuple[Lookup, Any], ...]
    files: tuple[tuple[str, Stamp | None], ...]
    searched: tuple[tuple[str, str], ...]
    marked: tuple[tuple[str, tuple[str, ...]], ...]


class ProgramCache:
    """The results of programs from earlier runs, and those of this one."""

    def __init__(
        self,
        files: FileCache,
        project: ProjectCache,
        paths: RelativePaths,
        lines: dict[str, str],
    ) -> None:
        self._files = files
        self._project = project
        self._paths = paths
        #: Packed results by key, not parsed yet.
        self._lines = lines
        self._fresh: dict[str, tuple[str, ProgramResult]] = {}
        self._used: set[str] = set()
        #: Lines that hold although something changed.
        self._renewed: dict[str, str] = {}
        #: The folders that programs searched, as they saw them.
        self._searched: dict[str, str] = {}
        self._marked: dict[str, tuple[str, ...]] = {}
        #: True while all programs saw the same folders; and while all results can be cached.
        self._is_consistent = True
        self._is_complete = True

    def recording_view(self, path: str, workspace: Workspace) -> RecordingProjectView:
        """Return the view of a program's project that records what it is asked."""
        return RecordingProjectView(workspace, path, self._paths, self._files)

    def put(
        self, path: str, version: str, result: ProgramResult | None, workspace: Workspace
    ) -> None:
        """Add the result of a program; None for one that crashed."""
        if not os.path.isabs(path):  # text without a file
            return
        if (
            result is None
            or result.dependencies is None
            or not (result.cacheable and result.readable)
        ):
            self._is_complete = False
            return
        self._files.merge(result.dependencies.files)
        self._add_directories(result.dependencies.searched, result.dependencies.marked)
        self._fresh[self._key(path, version, workspace)] = (path, result)

    def _add_directories(
        self,
        searched: Iterable[tuple[str, str]],
        marked: Iterable[tuple[str, tuple[str, ...]]],
    ) -> None:
        for folder, content in searched:
            self._is_consistent &= self._searched.setdefault(folder, content) == content
        for folder, marks in marked:
            self._is_consistent &= self._marked.setdefault(folder, marks) == marks

    @property
    def is_complete(self) -> bool:
        """True if the results of all programs can be cached."""
        return self._is_complete

    def directory_digests(self, workspace: Workspace) -> Directories | None:
        """Return the folders that decide what imports mean, and what marks a project.

        None if they changed during the run.
        """
        folders = workspace.import_graph.projects.folders
        searched = ((folder, folders.digest(folder)) for folder in folders.searched)
        self._add_directories(searched, folders.marked.items())
        return (self._searched, self._marked) if self._is_consistent else None

    def get(self, path: str, version: str, workspace: Workspace) -> ProgramResult | None:
        """Return the result of a program, if everything that it depends on is the same."""
        key = self._key(path, version, workspace)
        line = self._lines.get(key)
        if line is None:
            return None
        head, _, lookups = line.partition("\t")
        try:
            generation, stamp, opened, findings, warnings, broken = parse(head)
            if not self._shows_same(opened, workspace):
                return None
            is_same = generation == self._project.generation
            if not is_same or stamp != self._project.stamp(path):
                if not self._is_valid(path, opened, parse(lookups), workspace, is_same=is_same):
                    return None
                renewed = [self._project.generation, self._project.stamp(path), *parse(head)[2:]]
                self._renewed[key] = f"{_dumped(renewed)}\t{lookups}"
            result = ProgramResult(
                tuple(map(unpack, findings)),
                as_texts(warnings),
                _undecodable(*broken) if broken is not None else None,
            )
            if not _have_valid_spans(result.findings, workspace):
                return None
        except MALFORMED:
            return None
        self._used.add(key)
        return result

    def _shows_same(self, opened: Any, workspace: Workspace) -> bool:
        full, display_path = self._paths.full, workspace.display_path
        return all(display_path(full(short)) == shown for short, shown, _ in opened)

    def _is_valid(
        self, path: str, opened: Any, lookups: Any, workspace: Workspace, *, is_same: bool
    ) -> bool:
        """True if the files are the same, and every lookup has the same answer.

        `is_same`: no folder has changed, so imports lead where they led before.
        """
        full, digest = self._paths.full, self._files.digest
        if any(digest(full(short)) != content for short, _, content in opened):
            return False
        view = self.recording_view(path, workspace)
        return all(
            view.repeat(*lookup) == answer
            for lookup, answer in lookups
            if not (is_same and lookup[0] in _DECIDED_BY_FOLDERS)
        )

    def _key(self, path: str, version: str, workspace: Workspace) -> str:
        return json.dumps([self._paths.short(path), workspace.display_path(path), version])

    def lines(self, workspace: Workspace) -> dict[str, str] | None:
        """Return everything to be written, by key; None if there is nothing new.

        The results of this run are released while they are packed.
        """
        fresh: dict[str, str] = {}
        for key in list(self._fresh):
            path, result = self._fresh.pop(key)
            opened = self._opened(path, result, workspace)
            if opened is not None:
                head = [self._project.generation, self._project.stamp(path)]
                lookups = result.dependencies.lookups if result.dependencies is not None else ()
                fresh[key] = f"{_dumped([*head, *_packed(result, opened)])}\t{_dumped(lookups)}"
        if not fresh and not self._renewed:
            return None
        fresh = {**self._renewed, **fresh}
        room = limits.MAX_CACHED_UNUSED_CHARACTERS
        others: dict[str, str] = {}
        for key, line in self._lines.items():
            if key not in self._used:
                room -= len(line)
            if key not in fresh and (key in self._used or room >= 0):
                others[key] = line
        return {**fresh, **others}

    def _opened(self, path: str, result: ProgramResult, workspace: Workspace) -> list[Any] | None:
        """Return the files that a program consists of; None if one of them changed meanwhile."""
        lookups = result.dependencies.lookups if result.dependencies is not None else ()
        names = [lookup[1] for lookup, _ in lookups if lookup[0] == _CODE]
        found = []
        for short in dict.fromkeys((self._paths.short(path), *names)):
            other = self._paths.full(short)
            content = self._files.digest(other)
            if content is None or not self._files.unchanged(other):
                return None
            found.append([short, workspace.display_path(other), content])
        return found


def _dumped(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _packed(result: ProgramResult, opened: list[Any]) -> list[Any]:
    broken = result.broken
    return [
        opened,
        [pack(finding) for finding in result.findings],
        result.warnings,
        None if broken is None else [broken.message, broken.row, broken.column],
    ]


def _have_valid_spans(findings: Iterable[Finding], workspace: Workspace) -> bool:
    """True if the spans of all findings lie in their files; of a notebook, in its module."""

    @cache  # split once, not for each finding
    def lines(filename: str) -> list[str]:
        text = workspace.text(workspace.absolute_path(filename))
        return split_lines(text) if text is not None else []

    return all(item.cell is None and lies_in(lines(item.filename), item) for item in findings)


def _undecodable(message: Any, row: Any, column: Any) -> DecodeError:
    return DecodeError(as_text(message), as_count(row), as_count(column))


_CODE = "code"
#: Lookups whose answer is the same while the files that ask and all folders are the same.
_DECIDED_BY_FOLDERS = (_CODE, "resolve", "submodule")


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
        super().__init__(workspace, program)
        self._note((_CODE, self._short(program)), self._imports(program))

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
        )

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
        self._note((_CODE, self._short(path)), self._imports(path))
        return super().code(path)

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
        path = self._paths.full(arguments[0])
        if kind == "resolve":
            return self._packed(self._projects.resolve(path, arguments[1], as_level(arguments[2])))
        if kind == "submodule":
            module = ModuleFile(None, path, arguments[1])
            return self._packed(self._projects.submodule(module, arguments[2]))
        if kind == _CODE:
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
