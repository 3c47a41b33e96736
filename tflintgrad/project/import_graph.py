"""The import graph of a project, over the summaries of its files.

The graph is an over-approximation: it has the files that an analysis may read, not those that it
does read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Protocol

from tflintgrad.project.file_summary import (
    Facts,
    FileSummary,
    facts_in,
    own_imports,
    summary_without_imports,
)
from tflintgrad.project.import_scanner import Import
from tflintgrad.project.importer_index import ImporterIndex
from tflintgrad.project.module_resolver import ModuleFile, Projects
from tflintgrad.source.files import is_notebook

_NOTHING = FileSummary()


class KnownFacts(Protocol):
    """A cache of facts, valid as long as a file's bytes stay the same."""

    def facts(self, path: str) -> Facts | None:
        """Return the cached facts about a file; None if there are none."""
        ...

    def note_facts(self, path: str, facts: Facts) -> None:
        """Cache the facts about a file."""
        ...


class KnownSummaries(Protocol):
    """A cache of summaries, valid as long as a file and all folders stay the same."""

    def summary(self, path: str) -> FileSummary | None:
        """Return the cached summary of a file; None if there is none."""
        ...


class ImportGraph:
    """The files of a project and their imports; summaries are computed on demand."""

    def __init__(
        self,
        projects: Projects,
        read: Callable[[str], bytes | None],
        known: KnownFacts | None = None,
        summaries: KnownSummaries | None = None,
        *,
        prefilter: bool = True,
    ) -> None:
        """Create a graph; `read` returns the bytes of a file, in a superset of ASCII.

        Without `prefilter`, every file counts as an importer of every other.
        """
        self._prefilter = prefilter
        self.projects = projects
        self._read = read
        self._known = known
        self._known_summaries = summaries
        self._summaries: dict[str, FileSummary] = {}
        self._importer_index = ImporterIndex()

    def summary(self, path: str) -> FileSummary:
        """Return the summary of a file."""
        found = self._summaries.get(path) or self._known_summary(path)
        if found is None:
            facts = self._known.facts(path) if self._known is not None else None
            data = self._read(path) if facts is None else None
            if data is not None:
                facts = self._facts(path, data)
            found = _NOTHING if facts is None else self._summarize(path, facts)
            self._summaries[path] = found
        return found

    def _known_summary(self, path: str) -> FileSummary | None:
        known = self._known_summaries.summary(path) if self._known_summaries is not None else None
        if known is not None:
            self._summaries[path] = known
        return known

    def add(self, path: str, data: bytes) -> None:
        """Summarize a file whose bytes the caller has read already."""
        if path not in self._summaries:
            self._summaries[path] = self._summarize(path, self._facts(path, data))

    def _facts(self, path: str, data: bytes) -> Facts:
        facts = facts_in(data, notebook=is_notebook(path))
        if self._known is not None:
            self._known.note_facts(path, facts)
        return facts

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
            summary = self._summaries.get(path) or self._known_summary(path)
            if summary is not None:
                for imported in summary.imports:
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
                return own_imports(data)
            facts = self._facts(path, data)
        return facts.imports

    def summaries(self) -> dict[str, FileSummary]:
        """Return the summaries that were needed so far."""
        return self._summaries

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
        flags = (facts.names_library, facts.may_query, facts.queries_given_tape)
        if not found:
            return summary_without_imports(*flags)
        return FileSummary(tuple(found), *flags, tuple(stars), tuple(modules))

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
