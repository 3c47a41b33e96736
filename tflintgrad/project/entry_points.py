"""Entry points: the files from which analysis starts, decided from their bytes.

A file is an entry point if it may issue a gradient query when it runs as a program: it has a query
itself, or uses something of its project that issues one. `prefilter/` reads both from the bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from tflintgrad import limits
from tflintgrad.project.import_graph import ImportGraph
from tflintgrad.project.prefilter.keras_subclasses import base_names
from tflintgrad.project.prefilter.propagation import (
    KERAS_CLASSES,
    QUERY_FUNCTIONS,
    ExportPropagation,
)
from tflintgrad.project.prefilter.strip_literals import without_strings
from tflintgrad.source.files import is_notebook
from tflintgrad.source.lru_cache import SizedLRU


class EntryPoints:
    """The entry points among the files of an import graph; computed on demand."""

    def __init__(
        self,
        import_graph: ImportGraph,
        read: Callable[[str], bytes | None],
        *,
        prefilter: bool = True,
    ) -> None:
        """Create them; without `prefilter`, every file is an entry point."""
        self._import_graph = import_graph
        self._read = read
        self._prefilter = prefilter
        self._reaches_library: dict[str, bool] = {}
        self._codes: SizedLRU[bytes] = SizedLRU(limits.MAX_STRIPPED_BYTES)
        summary, closure = import_graph.summary, import_graph.closure
        self._query_functions = ExportPropagation(summary, closure, self._code, QUERY_FUNCTIONS)
        self._keras_classes = ExportPropagation(summary, closure, self._code, KERAS_CLASSES)

    def is_entry_point(self, path: str) -> bool:
        """True if the file may issue a query when it runs as a program.

        It has a query itself, or uses a name of its project that may issue one when called.
        """
        if not self._prefilter:
            return True
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
        return self._query_functions.visible_in(path)

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
