"""What programs said, each with what it was told about its project.

An analysis knows of other files only what it asks `Surroundings` for: where an import leads, what a
module holds, who asks for a gradient. These questions are written down with their answers. A later
run asks them again: if every answer is the same, so is what the program says. A question that had
no answer, because nothing of that name was there, is one of them.
"""

from __future__ import annotations

import json
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
from tflintgrad.engine.entry_points import ProgramResult
from tflintgrad.engine.workspace import ProjectView, Workspace
from tflintgrad.project.module_resolver import Folders, ModuleFile, is_third_party
from tflintgrad.source.decoding import DecodeError, split_lines
from tflintgrad.source.file_signature import Signature, digest_of_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.cache.file_cache import Files
    from tflintgrad.engine.cache.relative_paths import Places
    from tflintgrad.flow.interpreter.lazy_modules import Code

#: A kind and what it is about; and the answer.
Question = tuple[Any, ...]
Told = tuple[Question, Any]
#: Folders with what they hold that can be imported, and folders with their marks.
Looked = tuple[dict[str, str], dict[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What a program was told, and what was looked at to answer it."""

    told: tuple[Told, ...]
    files: tuple[tuple[str, Signature | None], ...]
    searched: tuple[tuple[str, str], ...]
    marked: tuple[tuple[str, tuple[str, ...]], ...]


class ProgramCache:
    """What earlier runs heard, and what this one hears."""

    def __init__(self, files: Files, places: Places, lines: dict[str, str]) -> None:
        self._files = files
        self._places = places
        #: As they stand in the file, by key.
        self._lines = lines
        self._fresh: dict[str, tuple[str, ProgramResult]] = {}
        self._used: set[str] = set()
        #: What programs looked at, as they saw it.
        self._searched: dict[str, str] = {}
        self._marked: dict[str, tuple[str, ...]] = {}
        #: Whether all of them saw the same, and would say the same again.
        self._agreed = True

    def listener(self, path: str, workspace: Workspace) -> RecordingProjectView:
        return RecordingProjectView(workspace, path, self._places, self._files)

    def keep(
        self, path: str, version: str, said: ProgramResult | None, workspace: Workspace
    ) -> None:
        if said is None or said.heard is None or not (said.lasting and said.readable):
            self._agreed = False
            return
        self._files.take(said.heard.files)
        self._agree(said.heard)
        self._fresh[self._key(path, version, workspace)] = (path, said)

    def _agree(self, heard: Dependencies) -> None:
        for folder, content in heard.searched:
            self._agreed &= self._searched.setdefault(folder, content) == content
        for folder, marks in heard.marked:
            self._agreed &= self._marked.setdefault(folder, marks) == marks

    def looked(self, workspace: Workspace) -> Looked | None:
        """Which folders decided what imports mean, and what marks a project; None if they changed
        meanwhile, or a program would not say the same again."""
        folders = workspace.outlines.projects.folders
        for folder in folders.searched:
            content = importable(folders, folder)
            self._agreed &= self._searched.setdefault(folder, content) == content
        for folder, marks in folders.marked.items():
            self._agreed &= self._marked.setdefault(folder, marks) == marks
        return (self._searched, self._marked) if self._agreed else None

    def recall(self, path: str, version: str, workspace: Workspace) -> ProgramResult | None:
        key = self._key(path, version, workspace)
        line = self._lines.get(key)
        if line is None:
            return None
        try:
            opened, told, findings, warnings, broken = parse(line)
            if not self._holds(path, opened, told, workspace):
                return None
            said = ProgramResult(
                tuple(map(unpack, findings)),
                as_texts(warnings),
                _undecodable(*broken) if broken is not None else None,
            )
            if not _are_there(said.findings, workspace):
                return None
        except MALFORMED:
            return None
        self._used.add(key)
        return said

    def _holds(self, path: str, opened: Any, told: Any, workspace: Workspace) -> bool:
        for short, shown, content in opened:
            other = self._places.full(short)
            if workspace.shown(other) != shown or self._files.digest(other) != content:
                return False
        listener = self.listener(path, workspace)
        return all(listener.ask(*question) == answer for question, answer in told)

    def _key(self, path: str, version: str, workspace: Workspace) -> str:
        return json.dumps([self._places.short(path), workspace.shown(path), version])

    def lines(self, workspace: Workspace) -> dict[str, str] | None:
        """Everything that is worth remembering; None if that is what was remembered before.

        Said once: what is written down takes the place of what was heard.
        """
        fresh: dict[str, str] = {}
        for key in list(self._fresh):
            path, said = self._fresh.pop(key)
            opened = self._opened(path, said, workspace)
            if opened is not None:
                fresh[key] = json.dumps(_packed(said, opened), separators=(",", ":"))
        if not fresh:
            return None
        room = limits.MAX_CACHED_UNUSED_CHARACTERS
        kept: dict[str, str] = {}
        for key, line in self._lines.items():
            if key not in self._used:
                room -= len(line)
            if key not in fresh and (key in self._used or room >= 0):
                kept[key] = line
        return {**fresh, **kept}

    def _opened(self, path: str, said: ProgramResult, workspace: Workspace) -> list[Any] | None:
        """The files that a program consists of; None if one of them changed meanwhile."""
        told = said.heard.told if said.heard is not None else ()
        names = [question[1] for question, _ in told if question[0] == _CODE]
        found = []
        for short in dict.fromkeys((self._places.short(path), *names)):
            other = self._places.full(short)
            content = self._files.digest(other)
            if content is None or not self._files.is_steady(other):
                return None
            found.append([short, workspace.shown(other), content])
        return found


def _packed(said: ProgramResult, opened: list[Any]) -> list[Any]:
    broken = said.broken
    return [
        opened,
        said.heard.told if said.heard is not None else (),
        [pack(finding) for finding in said.findings],
        said.warnings,
        None if broken is None else [broken.message, broken.row, broken.column],
    ]


def _are_there(findings: Iterable[Finding], workspace: Workspace) -> bool:
    """Whether the files have such places; of a notebook, the module that its cells form."""

    @cache  # split once, not for each finding
    def lines(filename: str) -> list[str]:
        text = workspace.text(workspace.path_of(filename))
        return split_lines(text) if text is not None else []

    return all(item.cell is None and lies_in(lines(item.filename), item) for item in findings)


def _undecodable(message: Any, row: Any, column: Any) -> DecodeError:
    return DecodeError(as_text(message), as_count(row), as_count(column))


_CODE = "code"


class RecordingProjectView(ProjectView):
    """Answers the questions of one program, and writes them down; or asks them once more."""

    def __init__(self, workspace: Workspace, program: str, places: Places, files: Files) -> None:
        self._places = places
        self._files = files
        self._folders = workspace.outlines.projects.folders
        self._before = (len(files.seen), len(self._folders.searched), len(self._folders.marked))
        self._told: dict[Question, Any] = {}
        super().__init__(workspace, program)
        self._note((_CODE, self._short(program)), self._imports(program))

    def heard(self) -> Dependencies:
        files, searched, marked = self._before
        folders = self._folders
        looked_up = list(islice(folders.searched, searched, None))
        return Dependencies(
            tuple(self._told.items()),
            tuple(islice(self._files.seen.items(), files, None)),
            tuple((folder, importable(folders, folder)) for folder in looked_up),
            tuple(islice(folders.marked.items(), marked, None)),
        )

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        found = self._projects.resolve(importer, dotted, level)
        if level or not is_third_party(dotted):
            self._note(("resolve", self._short(importer), dotted, level), self._packed(found))
        return self.within(found)

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        found = self._projects.submodule(module, name)
        if module.folder:
            question = ("submodule", self._short(module.folder), module.name, name)
            self._note(question, self._packed(found))
        return self.within(found)

    def code(self, path: str) -> Code | None:
        self._note((_CODE, self._short(path)), self._imports(path))
        return super().code(path)

    @property
    def given(self) -> frozenset[str] | None:
        found = super().given
        self._note(("given",), sorted(found or ()))  # without prefilter, nothing is kept
        return found

    @property
    def budget_scale(self) -> int:
        found = super().budget_scale
        self._note(("budget_scale",), found)
        return found

    def users(self, path: str, names: frozenset[str]) -> list[ModuleFile]:
        found = super().users(path, names)
        question = ("users", self._short(path), *sorted(names))
        self._note(question, [self._packed(item) for item in found])
        return found

    def ask(self, kind: str, *about: Any) -> Any:
        """The same question once more."""
        if kind == "given":
            return sorted(super().given or ())
        if kind == "budget_scale":
            return super().budget_scale
        path = self._full(about[0])
        if kind == "resolve":
            return self._packed(self._projects.resolve(path, about[1], as_level(about[2])))
        if kind == "submodule":
            module = ModuleFile(None, path, about[1])
            return self._packed(self._projects.submodule(module, about[2]))
        if kind == _CODE:
            return self._imports(path)
        if kind == "users":
            return [self._packed(item) for item in super().users(path, frozenset(about[1:]))]
        raise ValueError(f"nobody asks for {kind}")

    def _note(self, question: Question, answer: Any) -> None:
        self._told.setdefault(question, answer)

    def _imports(self, path: str) -> str:
        """What a module imports is there for the program, once the module is."""
        return digest_of_words(map(self._short, self._outlines.of(path).imports))

    def _packed(self, module: ModuleFile | None) -> list[Any]:
        if module is None:
            return []
        path = None if module.path is None else self._short(module.path)
        return [path, self._short(module.folder), module.name]

    def _short(self, path: str) -> str:
        return self._places.short(path)

    def _full(self, short: str) -> str:
        return self._places.full(short)


def importable(folders: Folders, folder: str) -> str:
    return digest_of_words(folders.importable(folder))
