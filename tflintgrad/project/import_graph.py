"""Outlines: what the bytes of a project's files say about them, and whom they import.

What is found here says which files an analysis may read, not which it does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from tflintgrad import limits
from tflintgrad.project.import_scanner import Import, imports_in
from tflintgrad.project.importer_index import ImporterIndex
from tflintgrad.project.module_resolver import ModuleFile, Projects, is_third_party
from tflintgrad.project.prefilter.keras_subclasses import bases_in
from tflintgrad.project.prefilter.keywords import (
    asks,
    asks_tape_it_is_given,
    has_indirect_occasion,
    names_library,
    names_tape,
)
from tflintgrad.project.prefilter.propagation import ASKING, TRAINED, ExportPropagation
from tflintgrad.project.prefilter.strip_literals import without_strings
from tflintgrad.source.files import is_notebook
from tflintgrad.source.lru_cache import SizedLRU


class Facts(NamedTuple):
    """What a file's bytes say about it, wherever it lies."""

    imports: tuple[Import, ...]
    """Those that can mean something of the project."""
    library: bool
    asks: bool
    helps: bool


def facts_in(data: bytes, *, notebook: bool) -> Facts:
    library = names_library(data)
    return Facts(
        tuple(dict.fromkeys(_own_imports(data))),
        library,
        _asks(data, library, notebook),
        asks_tape_it_is_given(data),
    )


def _own_imports(data: bytes) -> Iterator[Import]:
    return (item for item in imports_in(data) if item.level or not is_third_party(item.module))


def _asks(data: bytes, library: bool, notebook: bool) -> bool:
    if not (asks(data) or (library and has_indirect_occasion(data))):
        return False
    # What stands in cells need not be Python; and a broken file about tapes is worth a word.
    if notebook or names_tape(data):
        return True
    code = without_strings(data)  # only for those files that look like it
    return asks(code) or (library and has_indirect_occasion(code))


class FileSummary(NamedTuple):
    """What a file's bytes say about it, in the place where it lies."""

    imports: tuple[str, ...] = ()
    """The files of the project it imports."""
    library: bool = False
    """It names TensorFlow or Keras itself."""
    asks: bool = False
    """It may ask for a gradient, or have Keras ask, or misuse a variable."""
    helps: bool = False
    """It may ask if it is given a tape."""
    stars: tuple[str, ...] = ()
    """The files of which it imports everything."""
    modules: tuple[tuple[str, str], ...] = ()
    """What it calls the modules that it imports, and their files."""


_NOTHING = FileSummary()


@cache
def _alone(library: bool, asks: bool, helps: bool) -> FileSummary:
    """That of a file that imports nothing of its project, as most do."""
    return FileSummary((), library, asks, helps)


class KnownFacts(Protocol):
    """Facts from an earlier look at the same bytes."""

    def facts(self, path: str) -> Facts | None: ...

    def note_facts(self, path: str, facts: Facts) -> None: ...


class ImportGraph:
    """The outlines of a project's files, made when they are asked for."""

    def __init__(
        self,
        projects: Projects,
        read: Callable[[str], bytes | None],
        known: KnownFacts | None = None,
        *,
        prefilter: bool = True,
    ) -> None:
        """`read` gives the bytes of a file, with every letter of ASCII as itself."""
        self.projects = projects
        self._read = read
        self._known = known
        self._prefilter = prefilter
        self._outlines: dict[str, FileSummary] = {}
        self._mentions = ImporterIndex()
        self._knows: dict[str, bool] = {}
        self._codes: SizedLRU[bytes] = SizedLRU(limits.MAX_STRIPPED_BYTES)
        self._handing_on = ExportPropagation(self.of, self.closure, self._code, ASKING)
        self._inheriting = ExportPropagation(self.of, self.closure, self._code, TRAINED)

    def of(self, path: str) -> FileSummary:
        found = self._outlines.get(path)
        if found is None:
            facts = self._known.facts(path) if self._known is not None else None
            data = self._read(path) if facts is None else None
            if data is not None:
                facts = self._facts(path, data)
            found = _NOTHING if facts is None else self._outline(path, facts)
            self._keep(path, found)
        return found

    def note(self, path: str, data: bytes) -> None:
        """Spare a second reading of a file whose bytes are at hand."""
        if path not in self._outlines:
            self._keep(path, self._outline(path, self._facts(path, data)))

    def _facts(self, path: str, data: bytes) -> Facts:
        facts = facts_in(data, notebook=is_notebook(path))
        if self._known is not None:
            self._known.note_facts(path, facts)
        return facts

    def make_room(self) -> None:
        """Code without strings is large, can be made again, and is hardly needed any more."""
        self._codes.clear()

    def _keep(self, path: str, outline: FileSummary) -> None:
        self._outlines[path] = outline

    def closure(self, path: str, without: Container[str] = ()) -> Iterator[str]:
        """The file and everything of the project it can get to by imports, nearest first.

        As if nobody imported the files that it is to be `without`.
        """
        seen = {path}
        pending = [path]
        for item in pending:
            yield item
            for imported in self.of(item).imports:
                if imported not in seen and imported not in without:
                    seen.add(imported)
                    pending.append(imported)

    def last_users(self, programs: Sequence[str]) -> dict[str, int]:
        """For every file that some programs can get to, which of them is the last that can."""
        last: dict[str, int] = {}
        for number in range(len(programs) - 1, -1, -1):
            pending = [programs[number]]
            while pending:
                item = pending.pop()
                if item not in last:  # otherwise all that it imports is there, too
                    last[item] = number
                    pending += self.of(item).imports
        return last

    def importing(self, files: Iterable[str], among: Iterable[str]) -> set[str]:
        """Those `among` some files that can get to one of `files` by imports, and these."""
        if not self._prefilter:
            return {*files, *among}
        around = set(among)
        users: dict[str, list[str]] = {}
        for path in around:
            if path in self._outlines:
                for imported in self._outlines[path].imports:
                    users.setdefault(imported, []).append(path)
            elif path not in self._mentions:
                self._mentions.note(path, self._statements(path))
        found = set(files)
        pending = list(found)
        while pending:
            item = pending.pop()
            new = {user for user in users.get(item, ()) if user not in found}
            for user in around.intersection(self._mentions.of(item)) - found:
                if item in self.of(user).imports:
                    new.add(user)
            found |= new
            pending += new
        return found

    def _statements(self, path: str) -> Iterable[Import]:
        """What can mean something of the project; for less than an outline costs.

        Where facts are remembered, the next run is spared even the reading.
        """
        facts = self._known.facts(path) if self._known is not None else None
        if facts is None:
            data = self._read(path)
            if data is None:
                return ()
            if self._known is None:
                return _own_imports(data)
            facts = self._facts(path, data)
        return facts.imports

    def matters(self, path: str) -> bool:
        """Can this file, run as a program, ask a question that has a finding for an answer?

        It asks itself, or uses something of its project that asks when it is called.
        """
        if not self._prefilter:
            return True
        if not self.knows_library(path):
            return False
        outline = self.of(path)
        if outline.asks or not outline.imports:
            return outline.asks
        return self._handing_on.is_used_by(path) or self._inherits(path)

    def _inherits(self, path: str) -> bool:
        """Is there a class about which Keras asks because of a class of another module?"""
        bases = bases_in(self._read(path) or b"")  # quicker than without strings
        return bool(bases) and not bases.isdisjoint(self._inheriting.of(path))

    def knows_library(self, path: str) -> bool:
        """Does a module, or something it imports, use TensorFlow or Keras?"""
        known = self._knows.get(path)
        if known is None:
            known = self._knows[path] = any(self.of(item).library for item in self.closure(path))
        return known

    def given(self, path: str) -> frozenset[str]:
        """The names a file can have from its project that ask when they are called."""
        return self._handing_on.given_to(path)

    def _code(self, path: str) -> bytes:
        """What a file says, without strings and comments."""
        if path not in self._codes:
            data = self._read(path) or b""
            code = data if is_notebook(path) else without_strings(data)
            self._codes.keep(path, code, len(code))
        return self._codes[path]

    def _outline(self, path: str, facts: Facts) -> FileSummary:
        found: dict[str, None] = {}
        stars: dict[str, None] = {}
        modules: dict[tuple[str, str], None] = {}
        statements = facts.imports if os.path.isabs(path) else ()  # else it is no file
        for statement in statements:
            for module, bound in self._modules(path, statement):
                if module.path is not None and module.path != path:
                    found[module.path] = None
                    if bound == "*":
                        stars[module.path] = None
                    elif bound:
                        modules[bound, module.path] = None
        if not found:
            return _alone(facts.library, facts.asks, facts.helps)
        return FileSummary(
            tuple(found), facts.library, facts.asks, facts.helps, tuple(stars), tuple(modules)
        )

    def _modules(self, path: str, statement: Import) -> Iterator[tuple[ModuleFile, str]]:
        """The modules that a statement imports, and what each is called then, if anything."""
        resolve = self.projects.resolve
        if statement.names:
            module = resolve(path, statement.module, statement.level)
            if module is None:
                return
            yield module, "*" if "*" in statement.names else ""
            for name, bound in zip(statement.names, statement.bound, strict=True):
                inner = self.projects.submodule(module, name)
                if inner is not None:
                    yield inner, bound
            return
        parts = statement.module.split(".")
        for count in range(1, len(parts) + 1):
            module = resolve(path, ".".join(parts[:count]))
            if module is None:
                return
            yield (
                module,
                parts[count - 1]
                if statement.bound == (statement.module,)
                else (statement.bound[0] if count == len(parts) else ""),
            )
