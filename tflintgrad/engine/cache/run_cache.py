"""The run cache: results of whole runs. If nothing changed, hardly anything is read.

What a run finds depends on the files that it reads, on which files exist (those to check, those
around them, and everything that an import could mean), and on the settings of each folder. An entry
holds all of that beside the results, which are used again while all of it is the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine.cache.json_guards import (
    MALFORMED,
    as_count,
    as_flag,
    as_text,
    as_texts,
)
from tflintgrad.engine.cache.tool_stamp import StampedStore
from tflintgrad.engine.file_result import FileResult
from tflintgrad.project.module_resolver import Folders
from tflintgrad.source.file_stamp import (
    Stamp,
    digest_of_file,
    digest_of_strings,
    is_stable,
    now,
    stamp_of,
)
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from tflintgrad.config.settings import Settings, SettingsByFolder
    from tflintgrad.engine.cache.analysis_cache import AnalysisCache
    from tflintgrad.engine.cache.relative_paths import RelativePaths
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.project.discovery import Candidate, Search
    from tflintgrad.source.notebook import Notebook

PART = "runs"
NOTEBOOK = ".ipynb"


class RecordingSettings:
    """Settings by folder that record which folders were looked up."""

    def __init__(self, settings: SettingsByFolder) -> None:
        self._settings = settings
        self.by_folder: dict[str, Settings] = {}

    def in_folder(self, folder: str) -> Settings:
        """Return the settings of a folder, and record them."""
        found = self.by_folder.get(folder)
        if found is None:
            found = self.by_folder[folder] = self._settings.in_folder(folder)
        return found


class Changed(Exception):
    """Something that the cached results depend on is different."""


class RunCache:
    """The cache entry of one run: a check of some paths, made once its files are found."""

    def __init__(
        self,
        folder: str,
        paths: RelativePaths,
        named: list[str],
        candidates: list[Candidate],
        search: Search,
        settings: RecordingSettings,
    ) -> None:
        self._store = StampedStore(folder, PART)
        self._paths = paths
        self._candidates = candidates
        self._search = search
        self._settings = settings
        folders = [path for path in named if os.path.isdir(path)]
        self._arguments = [paths.short(os.getcwd()), named, folders]
        self._name = f"{digest_of_strings([str(self._arguments)])}.json"
        #: The stamps of the files with results when they were compared.
        self._stamps_of_files: dict[str, Stamp] = {}
        self._packed_results: list[list[Any]] = []
        self._errors = False

    def get(self) -> tuple[list[FileResult], int] | None:
        """Return the results, and the number of programs behind them; None if something changed."""
        try:
            found = self._store.read_json(self._name)
            touched = self._compare(found)
            results = list(self._results(found["results"]))
            programs = as_count(found["programs"])
        except (Changed, *MALFORMED):
            return None
        if touched:
            self._store.write_json(self._name, found)
        else:
            self._store.touch(self._name)
        return results, programs

    def _compare(self, found: dict[str, Any]) -> bool:
        """Raise Changed if anything is different; True if only the status of a file is."""
        if found["arguments"] != self._arguments or found["candidates"] != self._candidate_paths():
            raise Changed
        full = self._paths.full
        for stated, folders in found["settings"]:
            for folder in folders:
                if _described(self._settings.in_folder(full(folder))) != stated:
                    raise Changed
        for folder, limit, content in found["walks"]:
            if _digest_of_walk(self._search.files_below(full(folder), limit)) != content:
                raise Changed
        present = Folders()
        for folder, marks in found["marked"]:
            if list(present.marks(full(folder))) != marks:
                raise Changed
        for folder, content in found["searched"]:
            if present.digest(full(folder)) != content:
                raise Changed
        reported = {os.path.abspath(result[0]) for result in found["results"]}
        return self._compare_files(found["files"], reported)

    def _compare_files(self, files: list[list[Any]], reported: set[str]) -> bool:
        full = self._paths.full
        touched = False
        for entry in files:
            path = full(entry[0])
            stamp = stamp_of(path)
            if stamp is None:
                raise Changed
            if path in reported:
                self._stamps_of_files[path] = stamp
            if list(stamp) == entry[2:]:
                continue
            when = now()
            if digest_of_file(path) != entry[1]:
                raise Changed
            if is_stable(stamp, when):
                entry[2:] = stamp
                touched = True
        return touched

    def _candidate_paths(self) -> list[str]:
        return [item.path for item in self._candidates]

    def _results(self, packed: list[Any]) -> Iterator[FileResult]:
        others = iter(packed)
        following = next(others, None)
        for candidate in self._candidates:
            if following is not None and following[0] == candidate.path:
                yield self._result(following)
                following = next(others, None)
            else:
                yield FileResult(candidate.path)
        if following is not None:
            yield self._result(following)
        yield from map(self._result, others)

    def _result(self, packed: list[Any]) -> FileResult:
        from tflintgrad.engine.cache.serialization import lies_in, unpack

        path, findings, warnings, has_text, has_notebook, newer_cells, elsewhere, *chosen = packed
        version, own_ops = chosen
        text, notebook = _content(path, newer_cells) if has_text else (None, None)
        absolute = os.path.abspath(path)
        if has_text and self._stamps_of_files.get(absolute) != stamp_of(absolute):
            raise Changed
        result = FileResult(
            as_text(path),
            tuple(map(unpack, findings)),
            as_texts(warnings),
            text=text,
            notebook=notebook if has_notebook else None,
            elsewhere=as_flag(elsewhere),
            tensorflow_version=as_text(version),
            own_ops=as_text(own_ops),
        )
        lines = cache(result.lines)  # split once, not for each finding
        for finding in result.findings:
            in_cell = finding.cell is not None
            if in_cell != has_notebook or not lies_in(lines(finding.cell), finding):
                raise Changed
        return result

    def note(self, result: FileResult, workspace: Workspace) -> None:
        """Record a result of this run."""
        self._errors |= result.error is not None
        if result != FileResult(result.path):
            self._packed_results.append(_packed(result, workspace))

    def put(self, analysis: AnalysisCache, workspace: Workspace, programs: int) -> None:
        """Save the whole run, unless something changed while it ran."""
        directories = analysis.programs.directory_digests(workspace)
        files = analysis.files
        if self._errors or directories is None or not analysis.programs.is_complete:
            return
        searched, marked = directories
        entries = []
        for path, stamp in files.stamps.items():
            content = files.digest(path)
            if content is None or stamp is None or not files.unchanged(path):
                return
            entries.append([self._paths.short(path), content, *stamp])
        found = {
            "arguments": self._arguments,
            "candidates": self._candidate_paths(),
            "settings": self._described_settings(),
            "walks": [
                [self._paths.short(folder), limit, _digest_of_walk(found)]
                for (folder, limit), found in self._search.walks.items()
            ],
            "marked": self._short(marked),
            "searched": self._short(searched),
            "files": entries,
            "results": self._packed_results,
            "programs": programs,
        }
        self._store.write_json(self._name, found)
        self._store.trim(limits.MAX_CACHED_RUNS)

    def _described_settings(self) -> list[Any]:
        """Return each distinct settings with the folders that have them."""
        by_text: dict[str, list[str]] = {}
        for folder, settings in self._settings.by_folder.items():
            by_text.setdefault(_described(settings), []).append(self._paths.short(folder))
        return [[stated, folders] for stated, folders in by_text.items()]

    def _short(self, found: dict[str, Any]) -> list[Any]:
        return [[self._paths.short(folder), content] for folder, content in found.items()]


def _described(settings: Settings) -> str:
    """Return the settings as text, without the time limit.

    Results within the time limit do not depend on it, and a run that exceeded it is not cached.
    """
    return repr(replace(settings, time_limit=0.0))


def _digest_of_walk(files: list[str] | None) -> str | None:
    return None if files is None else digest_of_strings(files)


def _packed(result: FileResult, workspace: Workspace) -> list[Any]:
    from tflintgrad.engine.cache.serialization import pack

    return [
        result.path,
        [pack(finding) for finding in result.findings],
        result.warnings,
        result.text is not None,
        result.notebook is not None,
        workspace.newer_python_cells.get(os.path.abspath(result.path), ()),
        result.elsewhere,
        result.tensorflow_version,
        result.own_ops,
    ]


def _content(path: str, newer_cells: list[bool]) -> tuple[str, Notebook | None]:
    """Return the text that findings are about, and the notebook that it is from.

    `newer_cells`: for each cell that this Python cannot parse, whether a newer one can.
    """
    if path.endswith(NOTEBOOK):
        return _cells(path, newer_cells)
    from tflintgrad.source.decoding import DecodeError, decode, normalize

    data = _read(path)
    try:
        return decode(data), None
    except DecodeError:
        return normalize(data.decode("utf-8", "replace")), None


def _cells(path: str, newer_cells: list[bool]) -> tuple[str, Notebook | None]:
    from tflintgrad.source.notebook import BrokenNotebook, read_notebook

    answers = iter(newer_cells)
    try:
        notebook = read_notebook(_read(path), lambda _: next(answers, False))
    except BrokenNotebook:
        return "", None
    return notebook.text, notebook


def _read(path: str) -> bytes:
    try:
        return read_bytes(path)
    except Unreadable:
        raise Changed from None
