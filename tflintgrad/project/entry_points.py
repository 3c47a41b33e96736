"""Entry points: the files from which analysis starts, decided from their bytes.

A file is an entry point if it may issue a gradient query when it runs as a program: it has a query
itself, or uses something of its project that issues one. `prefilter/` reads both from the bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from tflintgrad import limits
from tflintgrad.project.import_graph import ImportGraph
from tflintgrad.project.prefilter.keras_subclasses import base_names
from tflintgrad.project.prefilter.propagation import (
    KERAS_CLASSES,
    QUERY_FUNCTIONS,
    ExportPropagation,
    Exports,
)
from tflintgrad.project.prefilter.strip_literals import without_strings
from tflintgrad.source.file_stamp import digest_of_strings
from tflintgrad.source.files import is_notebook
from tflintgrad.source.lru_cache import SizedLRU


class FileRole(NamedTuple):
    """The role of a file in its project; it depends on the file and on all that it imports."""

    is_entry_point: bool | None = None
    """None if no run has asked."""
    query_functions: Exports | None = None
    keras_classes: Exports | None = None


class KnownRoles(Protocol):
    """A cache of roles, valid as long as a file and everything that it imports stay the same."""

    def role(self, path: str) -> FileRole | None:
        """Return the cached role of a file; None if there is none."""
        ...


class EntryPoints:
    """The entry points among the files of an import graph; computed on demand."""

    def __init__(
        self,
        import_graph: ImportGraph,
        read: Callable[[str], bytes | None],
        known: KnownRoles | None = None,
        *,
        prefilter: bool = True,
    ) -> None:
        """Create them; without `prefilter`, every file is an entry point."""
        self._import_graph = import_graph
        self._read = read
        self._known = known
        self._prefilter = prefilter
        self._entry_points: dict[str, bool] = {}
        self._reaches_library: dict[str, bool] = {}
        self._codes: SizedLRU[bytes] = SizedLRU(limits.MAX_STRIPPED_BYTES)
        parts = (import_graph.summary, import_graph.closure, self._code)
        self._query_functions = ExportPropagation(*parts, QUERY_FUNCTIONS, self._known_queries)
        self._keras_classes = ExportPropagation(*parts, KERAS_CLASSES, self._known_classes)

    def _role(self, path: str) -> FileRole:
        role = self._known.role(path) if self._known is not None else None
        return role or _NOTHING_KNOWN

    def _known_queries(self, path: str) -> Exports | None:
        return self._role(path).query_functions

    def _known_classes(self, path: str) -> Exports | None:
        return self._role(path).keras_classes

    def roles(self) -> dict[str, FileRole]:
        """Return what is known of each file, for later runs."""
        queries = dict(self._query_functions.solved())
        classes = dict(self._keras_classes.solved())
        return {
            path: FileRole(self._entry_points.get(path), queries.get(path), classes.get(path))
            for path in {*self._entry_points, *queries, *classes}
        }

    def is_entry_point(self, path: str) -> bool:
        """True if the file may issue a query when it runs as a program.

        It has a query itself, or uses a name of its project that may issue one when called.
        """
        if not self._prefilter:
            return True
        found = self._entry_points.get(path)
        if found is None:
            found = self._role(path).is_entry_point
            found = self._is_entry_point(path) if found is None else found
            self._entry_points[path] = found
        return found

    def _is_entry_point(self, path: str) -> bool:
        if not self.reaches_library(path):
            return False
        summary = self._import_graph.summary(path)
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
            known = any(
                self._import_graph.summary(item).names_library
                for item in self._import_graph.closure(path)
            )
            self._reaches_library[path] = known
        return known

    def imported_query_names(self, path: str) -> frozenset[str]:
        """Return the names that a file can import and that may issue a query when called."""
        if not self._import_graph.summary(path).imports:
            return frozenset()
        return self._query_functions.visible_in(path)

    def output(self, path: str, output: Callable[[str], str]) -> str:
        """Return a digest of everything about a file that the roles of its importers depend on.

        `output` returns that of other files, which its importers can reach through it.
        """
        parts = [str(self.reaches_library(path))]
        behind: set[str] = set()
        for propagation in (self._query_functions, self._keras_classes):
            given = propagation.given_on(path)
            if given is not None:
                names, others = given
                parts += [path, *sorted(names), ""]
                behind |= others
        return digest_of_strings([*parts, *sorted(output(item) for item in behind)])

    def release_code(self) -> None:
        """Drop the cached code without strings, which is large and rarely needed again."""
        self._codes.clear()

    def _code(self, path: str) -> bytes:
        """Return the code of a file without strings and comments."""
        if path not in self._codes:
            data = self._read(path) or b""
            code = data if is_notebook(path) else without_strings(data)
            self._codes.put(path, code, len(code))
        return self._codes[path]


_NOTHING_KNOWN = FileRole()
