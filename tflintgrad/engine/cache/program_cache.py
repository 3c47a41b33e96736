"""The program cache: results of single programs, with everything they depend on.

An analysis knows of other files only what it looks up in its `ProjectView`: where an import leads,
what a module holds, which names issue queries. Each lookup is recorded with its answer. A later run
repeats the lookups: if every answer is the same, so is the result. A lookup that found nothing,
because no module has that name, is one of them.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine.cache.json_guards import (
    MALFORMED,
    as_count,
    as_text,
    as_texts,
    parse,
)
from tflintgrad.engine.cache.recording_view import CODE, KERAS, RecordingProjectView
from tflintgrad.engine.cache.serialization import lies_in, pack, unpack
from tflintgrad.engine.program_results import ProgramResult
from tflintgrad.engine.workspace import Workspace
from tflintgrad.source.decoding import DecodeError, split_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.cache.file_cache import FileCache
    from tflintgrad.engine.cache.project_cache import Directories, ProjectCache
    from tflintgrad.engine.cache.relative_paths import RelativePaths

#: Lookups whose answer is the same while the files that ask and all folders are the same.
_DECIDED_BY_FOLDERS = (CODE, "resolve", "submodule")


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
            is_alone = f'["{KERAS}"]' not in lookups
            if not is_same or not is_alone or stamp != self._project.stamp(path):
                if not self._is_valid(path, opened, parse(lookups), workspace, is_same=is_same):
                    return None
                contents = [self._files.digest(self._paths.full(short)) for short, *_ in opened]
                renewed = [
                    self._project.generation,
                    self._project.stamp(path),
                    [[*old[:2], new, *old[3:]] for old, new in zip(opened, contents, strict=True)],
                    *parse(head)[3:],
                ]
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
        return all(display_path(full(short)) == shown for short, shown, *_ in opened)

    def _is_valid(
        self, path: str, opened: Any, lookups: Any, workspace: Workspace, *, is_same: bool
    ) -> bool:
        """True if the files are the same, and every lookup has the same answer.

        `is_same`: no folder has changed, so imports lead where they led before.
        """
        full, digest = self._paths.full, self._files.digest
        missing, *asked = lookups
        changed = {item[0]: item[3] for item in opened if digest(full(item[0])) != item[2]}
        if not all(
            self._has_same_interface(full(short), interface, missing, workspace)
            for short, interface in changed.items()
        ):
            return False
        view = self.recording_view(path, workspace)
        return all(
            view.repeat(*lookup) == answer
            for lookup, answer in asked
            if not (is_same and lookup[0] in _DECIDED_BY_FOLDERS and lookup[1] not in changed)
        )

    @staticmethod
    def _has_same_interface(
        path: str, interface: Any, missing: list[str], workspace: Workspace
    ) -> bool:
        """True if what a program used of a module is the same, although the file changed."""
        if interface is None:
            return False
        code = workspace.code(path)
        if code is None or code.outline is None:
            return False
        known, *used = interface
        # A function that was added hides one of a star import, or a builtin, of the same name.
        return code.interface(used) == known and code.outline.unread(used).isdisjoint(missing)

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
                found = result.dependencies
                asked = [found.missing, *found.lookups] if found is not None else [()]
                fresh[key] = f"{_dumped([*head, *_packed(result, opened)])}\t{_dumped(asked)}"
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
        known = result.dependencies
        names = [lookup[1] for lookup, _ in known.lookups if lookup[0] == CODE] if known else []
        interfaces = known.interfaces if known is not None else {}
        text = _dumped([[pack(finding) for finding in result.findings], result.warnings])
        found = []
        for short in dict.fromkeys((self._paths.short(path), *names)):
            other = self._paths.full(short)
            content = self._files.digest(other)
            if content is None or not self._files.unchanged(other):
                return None
            shown = workspace.display_path(other)
            # A position in the file changes with every row above it.
            is_shown = json.dumps(shown)[1:-1] in text
            interface = None if is_shown else interfaces.get(other)
            packed = None if interface is None else [interface.digest, *interface.used]
            found.append([short, shown, content, packed])
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
