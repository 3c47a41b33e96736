"""The results of whole runs: if nothing changed, nothing is analysed, and hardly anything read.

What a run finds depends on the files that it looks at, on which files are there (those to check,
those around them, and everything that an import could mean), and on the settings of each folder. A
run is remembered with all of that, and its results are used again while all of it is the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine.cache import storage as kept
from tflintgrad.engine.cache import tool_stamp
from tflintgrad.engine.cache.json_guards import (
    MALFORMED,
    as_count,
    as_flag,
    as_text,
    as_texts,
    parse,
)
from tflintgrad.engine.file_result import FileResult
from tflintgrad.project.module_resolver import Folders
from tflintgrad.source.file_signature import (
    Signature,
    digest_of_file,
    digest_of_words,
    is_stable,
    now,
    signature_of,
)
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from tflintgrad.config.settings import Settings, SettingsByFolder
    from tflintgrad.engine.cache.analysis_cache import Memory
    from tflintgrad.engine.cache.relative_paths import Places
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.project.discovery import Candidate, Search
    from tflintgrad.source.notebook import Notebook

PART = "runs"
NOTEBOOK = ".ipynb"


class RecordingSettings:
    """Settings by folder, and a note of the folders that were asked about."""

    def __init__(self, settings: SettingsByFolder) -> None:
        self._settings = settings
        self.asked: dict[str, Settings] = {}

    def in_folder(self, folder: str) -> Settings:
        found = self.asked.get(folder)
        if found is None:
            found = self.asked[folder] = self._settings.in_folder(folder)
        return found


class Changed(Exception):
    """Something is not what it was."""


class Run:
    """A check of some paths, at the moment when the files are found."""

    def __init__(
        self,
        folder: str,
        places: Places,
        named: list[str],
        candidates: list[Candidate],
        search: Search,
        settings: RecordingSettings,
    ) -> None:
        self._folder = folder
        self._places = places
        self._candidates = candidates
        self._search = search
        self._settings = settings
        folders = [path for path in named if os.path.isdir(path)]
        self._asked = [places.short(os.getcwd()), named, folders]
        self._name = f"{digest_of_words([str(self._asked)])}.json"
        #: What the files with results were when they were compared.
        self._seen: dict[str, Signature] = {}
        self._noted: list[list[Any]] = []
        self._errors = False

    def recall(self) -> tuple[list[FileResult], int] | None:
        """The results, and how many programs they are from; None if something changed."""
        try:
            found = parse(kept.read(self._folder, PART, self._name) or "")
            if not tool_stamp.is_same(found["tool"]):
                return None
            touched = self._compare(found)
            results = list(self._results(found["results"]))
            programs = as_count(found["programs"])
        except (Changed, *MALFORMED):
            return None
        if touched:
            kept.write(self._folder, PART, self._name, _text(found))
        else:
            kept.touch(self._folder, PART, self._name)
        return results, programs

    def _compare(self, found: dict[str, Any]) -> bool:
        """Raises Changed; says whether a file was touched without being changed."""
        if found["asked"] != self._asked or found["candidates"] != self._listed():
            raise Changed
        full = self._places.full
        for stated, folders in found["settings"]:
            for folder in folders:
                if _in_words(self._settings.in_folder(full(folder))) != stated:
                    raise Changed
        for folder, limit, content in found["walks"]:
            if _walked(self._search.files_below(full(folder), limit)) != content:
                raise Changed
        present = Folders()
        for folder, marks in found["marked"]:
            if list(present.marks(full(folder))) != marks:
                raise Changed
        for folder, content in found["searched"]:
            if digest_of_words(present.importable(full(folder))) != content:
                raise Changed
        reported = {os.path.abspath(result[0]) for result in found["results"]}
        return self._compare_files(found["files"], reported)

    def _compare_files(self, files: list[list[Any]], reported: set[str]) -> bool:
        full = self._places.full
        touched = False
        for entry in files:
            path = full(entry[0])
            signature = signature_of(path)
            if signature is None:
                raise Changed
            if path in reported:
                self._seen[path] = signature
            if list(signature) == entry[2:]:
                continue
            when = now()
            if digest_of_file(path) != entry[1]:
                raise Changed
            if is_stable(signature, when):
                entry[2:] = signature
                touched = True
        return touched

    def _listed(self) -> list[str]:
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

        path, findings, warnings, has_text, has_notebook, opinions, elsewhere, version = packed
        text, notebook = _content(path, opinions) if has_text else (None, None)
        place = os.path.abspath(path)
        if has_text and self._seen.get(place) != signature_of(place):
            raise Changed
        result = FileResult(
            as_text(path),
            tuple(map(unpack, findings)),
            as_texts(warnings),
            text=text,
            notebook=notebook if has_notebook else None,
            elsewhere=as_flag(elsewhere),
            tensorflow_version=as_text(version),
        )
        lines = cache(result.lines)  # split once, not for each finding
        for finding in result.findings:
            in_cell = finding.cell is not None
            if in_cell != has_notebook or not lies_in(lines(finding.cell), finding):
                raise Changed
        return result

    def note(self, result: FileResult, workspace: Workspace) -> None:
        """A result of this run, to be kept."""
        self._errors |= result.error is not None
        if result != FileResult(result.path):
            self._noted.append(_packed(result, workspace))

    def keep(self, memory: Memory, workspace: Workspace, programs: int) -> None:
        """Remember the whole run, if nothing changed meanwhile."""
        looked = memory.programs.looked(workspace)
        files = memory.files
        if self._errors or looked is None:
            return
        searched, marked = looked
        entries = []
        for path, signature in files.seen.items():
            content = files.digest(path)
            if content is None or signature is None or not files.is_steady(path):
                return
            entries.append([self._places.short(path), content, *signature])
        found = {
            "tool": tool_stamp.stamp(),
            "asked": self._asked,
            "candidates": self._listed(),
            "settings": self._stated(),
            "walks": [
                [self._places.short(folder), limit, _walked(walked)]
                for (folder, limit), walked in self._search.walks.items()
            ],
            "marked": self._short(marked),
            "searched": self._short(searched),
            "files": entries,
            "results": self._noted,
            "programs": programs,
        }
        kept.write(self._folder, PART, self._name, _text(found))
        kept.trim(self._folder, PART, limits.MAX_CACHED_RUNS)

    def _stated(self) -> list[Any]:
        by_text: dict[str, list[str]] = {}
        for folder, settings in self._settings.asked.items():
            by_text.setdefault(_in_words(settings), []).append(self._places.short(folder))
        return [[stated, folders] for stated, folders in by_text.items()]

    def _short(self, found: dict[str, Any]) -> list[Any]:
        return [[self._places.short(folder), content] for folder, content in found.items()]


def _in_words(settings: Settings) -> str:
    """Without the time limit: what a program says in time does not depend on it, and a run in
    which one ran out of time is not remembered."""
    return repr(replace(settings, time_limit=0.0))


def _text(found: dict[str, Any]) -> str:
    return json.dumps(found, separators=(",", ":"))


def _walked(files: list[str] | None) -> str | None:
    return None if files is None else digest_of_words(files)


def _packed(result: FileResult, workspace: Workspace) -> list[Any]:
    from tflintgrad.engine.cache.serialization import pack

    return [
        result.path,
        [pack(finding) for finding in result.findings],
        result.warnings,
        result.text is not None,
        result.notebook is not None,
        workspace.opinions.get(os.path.abspath(result.path), ()),
        result.elsewhere,
        result.tensorflow_version,
    ]


def _content(path: str, opinions: list[bool]) -> tuple[str, Notebook | None]:
    """The text that findings are about, and the notebook that it is from."""
    if path.endswith(NOTEBOOK):
        return _cells(path, opinions)
    from tflintgrad.source.decoding import DecodeError, decode, normalize

    data = _read(path)
    try:
        return decode(data), None
    except DecodeError:
        return normalize(data.decode("utf-8", "replace")), None


def _cells(path: str, opinions: list[bool]) -> tuple[str, Notebook | None]:
    from tflintgrad.source.notebook import BrokenNotebook, read_notebook

    answers = iter(opinions)
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
