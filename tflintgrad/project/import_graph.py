"""The import graph of a project, with a summary of each file from its bytes.

The graph is an over-approximation: it has the files that an analysis may read, not those that it
does read.
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
from tflintgrad.project.prefilter.keras_subclasses import base_names
from tflintgrad.project.prefilter.keywords import (
    has_indirect_occasion,
    may_query,
    names_library,
    names_tape,
    queries_given_tape,
)
from tflintgrad.project.prefilter.propagation import (
    KERAS_CLASSES,
    QUERY_FUNCTIONS,
    ExportPropagation,
)
from tflintgrad.project.prefilter.strip_literals import without_strings
from tflintgrad.source.files import is_notebook
from tflintgrad.source.lru_cache import SizedLRU


class Facts(NamedTuple):
    """Facts about a file that depend only on its bytes."""

    imports: tuple[Import, ...]
    """The imports that may refer to files of the project."""
    names_library: bool
    may_query: bool
    queries_given_tape: bool


def facts_in(data: bytes, *, notebook: bool) -> Facts:
    """Return the facts about a file with these bytes."""
    library = names_library(data)
    return Facts(
        tuple(dict.fromkeys(_own_imports(data))),
        library,
        _may_query(data, library, notebook),
        queries_given_tape(data),
    )


def _own_imports(data: bytes) -> Iterator[Import]:
    return (item for item in imports_in(data) if item.level or not is_third_party(item.module))


def _may_query(data: bytes, library: bool, notebook: bool) -> bool:
    if not (may_query(data) or (library and has_indirect_occasion(data))):
        return False
    # The code of cells need not be Python; and a broken file with a tape is worth a report.
    if notebook or names_tape(data):
        return True
    code = without_strings(data)  # slow, so only after the gates above
    return may_query(code) or (library and has_indirect_occasion(code))


class FileSummary(NamedTuple):
    """Facts about a file, with its imports resolved."""

    imports: tuple[str, ...] = ()
    """The files of the project that it imports."""
    names_library: bool = False
    """It names TensorFlow or Keras itself."""
    may_query: bool = False
    """It may issue a query, define a class that Keras trains, or mutate a variable."""
    queries_given_tape: bool = False
    """It may query a tape that another file creates."""
    stars: tuple[str, ...] = ()
    """The files that it star-imports."""
    modules: tuple[tuple[str, str], ...] = ()
    """The modules that it imports, as pairs of local name and file."""


_NOTHING = FileSummary()


@cache
def _without_imports(library: bool, may_query: bool, queries_given_tape: bool) -> FileSummary:
    """Return the shared summary of files that import nothing of their project, as most do."""
    return FileSummary((), library, may_query, queries_given_tape)


class KnownFacts(Protocol):
    """A cache of facts, valid as long as a file's bytes stay the same."""

    def facts(self, path: str) -> Facts | None:
        """Return the cached facts about a file; None if there are none."""
        ...

    def note_facts(self, path: str, facts: Facts) -> None:
        """Cache the facts about a file."""
        ...


class ImportGraph:
    """The files of a project and their imports; summaries are computed on demand."""

    def __init__(
        self,
        projects: Projects,
        read: Callable[[str], bytes | None],
        known: KnownFacts | None = None,
        *,
        prefilter: bool = True,
    ) -> None:
        """Create a graph; `read` returns the bytes of a file, in a superset of ASCII."""
        self.projects = projects
        self._read = read
        self._known = known
        self._prefilter = prefilter
        self._summaries: dict[str, FileSummary] = {}
        self._importer_index = ImporterIndex()
        self._reaches_library: dict[str, bool] = {}
        self._codes: SizedLRU[bytes] = SizedLRU(limits.MAX_STRIPPED_BYTES)
        self._query_functions = ExportPropagation(
            self.summary, self.closure, self._code, QUERY_FUNCTIONS
        )
        self._keras_classes = ExportPropagation(
            self.summary, self.closure, self._code, KERAS_CLASSES
        )

    def summary(self, path: str) -> FileSummary:
        """Return the summary of a file."""
        found = self._summaries.get(path)
        if found is None:
            facts = self._known.facts(path) if self._known is not None else None
            data = self._read(path) if facts is None else None
            if data is not None:
                facts = self._facts(path, data)
            found = _NOTHING if facts is None else self._summarize(path, facts)
            self._summaries[path] = found
        return found

    def add(self, path: str, data: bytes) -> None:
        """Summarize a file whose bytes the caller has read already."""
        if path not in self._summaries:
            self._summaries[path] = self._summarize(path, self._facts(path, data))

    def _facts(self, path: str, data: bytes) -> Facts:
        facts = facts_in(data, notebook=is_notebook(path))
        if self._known is not None:
            self._known.note_facts(path, facts)
        return facts

    def release_code(self) -> None:
        """Drop the cached code without strings, which is large and rarely needed again."""
        self._codes.clear()

    def closure(self, path: str, without: Container[str] = ()) -> Iterator[str]:
        """Yield the file and all files of the project that it imports transitively, nearest first.

        Imports of files in `without` are not followed.
        """
        seen = {path}
        pending = [path]
        for item in pending:
            yield item
            for imported in self.summary(item).imports:
                if imported not in seen and imported not in without:
                    seen.add(imported)
                    pending.append(imported)

    def last_users(self, programs: Sequence[str]) -> dict[str, int]:
        """Return the index of the last program that imports each file, directly or not."""
        last: dict[str, int] = {}
        for number in range(len(programs) - 1, -1, -1):
            pending = [programs[number]]
            while pending:
                item = pending.pop()
                if item not in last:  # otherwise all of its imports are there as well
                    last[item] = number
                    pending += self.summary(item).imports
        return last

    def transitive_importers(self, files: Iterable[str], among: Iterable[str]) -> set[str]:
        """Return `files`, plus every file of `among` that imports one of them transitively."""
        if not self._prefilter:
            return {*files, *among}
        others = set(among)
        users: dict[str, list[str]] = {}
        for path in others:
            if path in self._summaries:
                for imported in self._summaries[path].imports:
                    users.setdefault(imported, []).append(path)
            elif path not in self._importer_index:
                self._importer_index.add(path, self._statements(path))
        found = set(files)
        pending = list(found)
        while pending:
            item = pending.pop()
            new = {user for user in users.get(item, ()) if user not in found}
            for user in others.intersection(self._importer_index.candidates(item)) - found:
                if item in self.summary(user).imports:
                    new.add(user)
            found |= new
            pending += new
        return found

    def _statements(self, path: str) -> Iterable[Import]:
        """Return the imports of a file that may refer to its project; cheaper than a summary.

        With a cache of facts, all facts are computed, so that the next run need not read the file.
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

    def is_entry_point(self, path: str) -> bool:
        """True if the file may issue a query when it runs as a program.

        It has a query itself, or uses a name of its project that may issue one when called.
        """
        if not self._prefilter:
            return True
        if not self.reaches_library(path):
            return False
        summary = self.summary(path)
        if summary.may_query or not summary.imports:
            return summary.may_query
        return self._query_functions.is_used_by(path) or self._inherits(path)

    def _inherits(self, path: str) -> bool:
        """True if the file has a subclass of another module's class that Keras trains."""
        bases = base_names(self._read(path) or b"")  # faster than to remove strings first
        return bool(bases) and not bases.isdisjoint(self._keras_classes.exports(path))

    def reaches_library(self, path: str) -> bool:
        """True if the file, or a file that it imports, names TensorFlow or Keras."""
        known = self._reaches_library.get(path)
        if known is None:
            known = any(self.summary(item).names_library for item in self.closure(path))
            self._reaches_library[path] = known
        return known

    def imported_query_names(self, path: str) -> frozenset[str]:
        """Return the names that a file can import and that may issue a query when called."""
        return self._query_functions.visible_in(path)

    def _code(self, path: str) -> bytes:
        """Return the code of a file without strings and comments."""
        if path not in self._codes:
            data = self._read(path) or b""
            code = data if is_notebook(path) else without_strings(data)
            self._codes.put(path, code, len(code))
        return self._codes[path]

    def _summarize(self, path: str, facts: Facts) -> FileSummary:
        """Resolve the imports among the facts about a file."""
        found: dict[str, None] = {}
        stars: dict[str, None] = {}
        modules: dict[tuple[str, str], None] = {}
        statements = facts.imports if os.path.isabs(path) else ()  # else a text without a file
        for statement in statements:
            for module, bound in self._modules(path, statement):
                if module.path is not None and module.path != path:
                    found[module.path] = None
                    if bound == "*":
                        stars[module.path] = None
                    elif bound:
                        modules[bound, module.path] = None
        if not found:
            return _without_imports(facts.names_library, facts.may_query, facts.queries_given_tape)
        return FileSummary(
            tuple(found),
            facts.names_library,
            facts.may_query,
            facts.queries_given_tape,
            tuple(stars),
            tuple(modules),
        )

    def _modules(self, path: str, statement: Import) -> Iterator[tuple[ModuleFile, str]]:
        """Yield the modules that a statement imports, with the local name of each, if any."""
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
            if statement.bound == (statement.module,):  # without `as`
                bound = parts[count - 1]
            else:
                bound = statement.bound[0] if count == len(parts) else ""
            yield module, bound
