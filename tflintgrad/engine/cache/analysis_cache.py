"""The caches of files, of the project and of programs of one run, for when something changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from tflintgrad.engine.cache.file_cache import FileCache
from tflintgrad.engine.cache.program_cache import ProgramCache
from tflintgrad.engine.cache.project_cache import ProjectCache
from tflintgrad.engine.cache.relative_paths import RelativePaths
from tflintgrad.engine.workspace import Workspace


class Store(Protocol):
    """A place for the caches: a folder (`StampedStore`), or memory (`MemoryCache`)."""

    def read(self, name: str) -> str | None:
        """Return a text; None if there is none."""
        ...

    def write(self, name: str, pieces: Iterable[str]) -> None:
        """Store a text."""
        ...

    def read_json(self, name: str) -> Any:
        """Return a value; raise ValueError if there is none."""
        ...

    def write_json(self, name: str, value: Any) -> None:
        """Store a value, which consists of lists, dictionaries, strings and numbers."""
        ...


_FILES = "files.json"
_PROJECT = "project.json"
_PROGRAMS = "programs.txt"


class AnalysisCache:
    """The caches of files, of the project and of programs in one folder; `save` writes them."""

    def __init__(self, store: Store, paths: RelativePaths, began: int) -> None:
        self._store = store
        self.files = FileCache(paths, began, _read_json(self._store, _FILES))
        self.project = ProjectCache(self.files, paths, _read_json(self._store, _PROJECT), began)
        self.programs = ProgramCache(self.files, self.project, paths, _read_programs(self._store))

    def save(self, workspace: Workspace) -> None:
        """Write the caches, one after the other: in a large project each is large."""
        self._save_programs(workspace)
        self._save_project(workspace)
        self._save_files()

    def _save_project(self, workspace: Workspace) -> None:
        project = self.project.packed(workspace, self.programs.directory_digests(workspace))
        if project is not None:
            self._store.write_json(_PROJECT, project)

    def _save_programs(self, workspace: Workspace) -> None:
        lines = self.programs.lines(workspace)
        if lines is not None:
            self._store.write(_PROGRAMS, (f"{key}\t{line}\n" for key, line in lines.items()))

    def _save_files(self) -> None:
        files = self.files.packed()
        if files is not None:
            self._store.write_json(_FILES, files)


def _read_json(store: Store, name: str) -> dict[str, list[object]]:
    try:
        found = store.read_json(name)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _read_programs(store: Store) -> dict[str, str]:
    """Return the lines of the programs by key; they are parsed when they are needed."""
    lines = (line.partition("\t") for line in (store.read(_PROGRAMS) or "").splitlines())
    return {key: line for key, _, line in lines}
