"""The file store of a run: bytes, text, notebooks and parsed modules, each read at most once."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.project.entry_points import EntryPoints
from tflintgrad.project.import_graph import ImportGraph
from tflintgrad.project.keras_versions import KerasVersions
from tflintgrad.project.module_resolver import Projects
from tflintgrad.source.decoding import DecodeError, as_ascii_superset, decode
from tflintgrad.source.files import (
    BrokenNotebook,
    Unreadable,
    is_notebook,
    read_bytes,
)
from tflintgrad.source.lru_cache import SizedLRU

if TYPE_CHECKING:
    from tflintgrad.engine.cache.analysis_cache import AnalysisCache
    from tflintgrad.flow.interpreter.lazy_modules import ParsedModule
    from tflintgrad.source.notebook import BrokenCell, Notebook

    #: A parsed module, or None for text that cannot be parsed; with its name in messages and a
    #: digest of its text, if it is kept for later runs.
    Tree = tuple[tuple[str, str | None], ParsedModule | None]


class Workspace:
    """The files of a run, by absolute path, with caches of what was read from them.

    `display_paths` maps absolute paths to the names that messages use, `texts` to unsaved text that
    replaces a file's content. `roots` are folders in which a project begins if no marker file says
    so. `known` has the caches of earlier runs, which also record the files that this run reads.
    `trees` has the parsed modules of earlier runs, and keeps those of this one. With `exact`,
    modules are parsed with all trivia, so that they can be written again. Without `prefilter`,
    every file counts as relevant, whatever names it contains.
    """

    def __init__(
        self,
        display_paths: Mapping[str, str],
        texts: Mapping[str, str] | None = None,
        roots: Iterable[str] = (),
        known: AnalysisCache | None = None,
        trees: SizedLRU[Tree] | None = None,
        *,
        exact: bool = False,
        prefilter: bool = True,
    ) -> None:
        self._exact = exact
        self.files = known.files if known is not None else None
        self._project = known.project if known is not None else None
        self._roots = [os.path.abspath(root) for root in roots]
        self._display_paths = dict(display_paths)
        self._absolute_paths = {name: path for path, name in display_paths.items()}
        self._texts = dict(texts or {})
        #: Notebooks that replace a file's content.
        self._overlaid_notebooks: dict[str, Notebook] = {}
        #: True if parsed modules are kept for later runs.
        self._keeps_trees = trees is not None
        self._trees: SizedLRU[Tree] = trees or SizedLRU(limits.MAX_TREE_CHARACTERS)
        #: The files whose tree is the one of their present text.
        self._compared: set[str] = set()
        self._notebooks: SizedLRU[Notebook] = SizedLRU(limits.MAX_NOTEBOOK_CHARACTERS)
        #: The cells of each notebook that are not valid Python, which outlast the notebook.
        self._broken_cells: dict[str, tuple[BrokenCell, ...]] = {}
        #: The position of each planned program, and of the last program that can import a file.
        self._positions: dict[str, int] = {}
        self._last_positions: dict[str, int] = {}
        self.prefilter = prefilter
        #: The lines of the op table about the project's own libraries, from the configuration.
        self.own_ops = ""
        #: The files of each project, by its root, as far as they were listed.
        self.project_files: dict[str, list[str] | None] = {}
        self._keras = KerasVersions(self.data)
        #: The paths of the files that were parsed.
        self.parsed: set[str] = set()
        self._top_level_uses: dict[tuple[str, frozenset[str]], bool] = {}
        #: By notebook: for each cell that the running Python rejects, True if it is Python for a
        #: newer version.
        self.newer_python_cells: dict[str, list[bool]] = {}
        for path in self._texts:
            self._record_overlay(path)

    @cached_property
    def import_graph(self) -> ImportGraph:
        """The import graph of the projects around the files."""
        roots = [*self._roots, os.getcwd()]
        projects = Projects(roots)
        if self._project is not None:
            self._project.open(self, projects.folders, roots)
        return ImportGraph(
            projects, self._ascii_data, self.files, self._project, prefilter=self.prefilter
        )

    @cached_property
    def entry_points(self) -> EntryPoints:
        """The entry points among the files of the import graph."""
        return EntryPoints(
            self.import_graph, self._ascii_data, self._project, prefilter=self.prefilter
        )

    def display_path(self, path: str) -> str:
        """Return the name of a file in messages: as the user gave it, or relative to the cwd."""
        name = self._display_paths.get(path)
        if name is None:
            name = self._display_paths[path] = _relative_if_below(path)
        return name

    def absolute_path(self, display_path: str) -> str:
        """Return the absolute path of the file that messages call `display_path`."""
        path = self._absolute_paths.get(display_path)
        if path is None:
            path = self._absolute_paths[display_path] = os.path.abspath(display_path)
        return path

    def data(self, path: str) -> bytes | None:
        """Return the bytes of the code in a file, or None if it cannot be read or is too large.

        Of a notebook these are the code cells only.
        """
        if path in self._overlaid_notebooks:
            cells = self._overlaid_notebooks[path].cells
            lines = [line for cell in cells for line in cell.lines]
            return "\n".join(lines).encode("utf-8", "replace")
        if path in self._texts:
            return self._texts[path].encode("utf-8", "replace")
        try:
            data = self.read(path)
            return data if len(data) <= limits.MAX_CODE_BYTES else None
        except (Unreadable, BrokenNotebook):
            return None

    def size(self, path: str) -> int:
        """Return the approximate amount of code in a file, without reading it."""
        if path in self._texts:
            return len(self._texts[path])
        if self.files is not None:
            stamp = self.files.note_use(path)
            return stamp[2] if stamp is not None else 0
        try:
            return os.path.getsize(path)
        except OSError:
            return 0

    def read(self, path: str) -> bytes:
        """Read the bytes of the code in a file from disk.

        Raises `Unreadable` or `BrokenNotebook`.
        """
        if self.files is not None:
            self.files.note_use(path)
        if is_notebook(path):
            from tflintgrad.source.notebook_reader import open_cells, raw_code

            return raw_code(open_cells(path))
        data = read_bytes(path)
        if self.files is not None:
            self.files.note_bytes(path, data)
        return data

    def keras_of(self, program: str) -> int | None:
        """Return the Keras that the files of a program or those around it are for, if they tell."""
        root = self.import_graph.projects.import_root(program).root
        own = list(self.import_graph.closure(program))
        return self._keras.keras_of(own, root, self.project_files.get(root) or ())

    def _ascii_data(self, path: str) -> bytes | None:
        data = self.data(path)
        return as_ascii_superset(data) if data is not None else None

    def notebook(self, path: str) -> Notebook | None:
        """Return the notebook at `path`, or None if the file is not a readable notebook."""
        if path in self._overlaid_notebooks or path in self._texts or not is_notebook(path):
            return self._overlaid_notebooks.get(path)
        if path not in self._notebooks:
            if self.files is not None:
                self.files.note_use(path)
            from tflintgrad.source.notebook import open_notebook

            newer: list[bool] = []
            self.newer_python_cells[path] = newer
            try:
                notebook = open_notebook(path, lambda text: _record_is_python(text, newer))
            except (Unreadable, BrokenNotebook):
                return None
            self._notebooks.put(path, notebook, len(notebook.text))
            self._broken_cells[path] = notebook.broken
        return self._notebooks[path]

    def broken_cells(self, path: str) -> tuple[BrokenCell, ...]:
        """Return the cells of a notebook that are not valid Python; none of any other file."""
        found = self._broken_cells.get(path)
        if found is None:
            notebook = self.notebook(path)
            found = self._broken_cells[path] = notebook.broken if notebook is not None else ()
        return found

    def overlay_notebook(self, path: str, notebook: Notebook) -> None:
        """Use `notebook` instead of the content of the file at `path`."""
        self._overlaid_notebooks[path] = notebook
        self._texts[path] = notebook.text
        self._record_overlay(path)

    def _record_overlay(self, path: str) -> None:
        if self.files is not None:
            self.files.overlay(path, self.data(path) or b"")

    def text(self, path: str) -> str | None:
        """Return the text of a file, or None if it cannot be read or decoded.

        Of a notebook this is the module that its code cells form.
        """
        if path in self._texts:
            return self._texts[path]
        notebook = self.notebook(path)
        if is_notebook(path):
            return notebook.text if notebook is not None else None
        data = self.data(path)
        try:
            return decode(data) if data is not None else None
        except DecodeError:
            return None

    def code(self, path: str) -> ParsedModule | None:
        """Return the parsed module at `path`, or None if there is none that can be parsed."""
        if path not in self._compared or path not in self._trees:
            key = self._tree_key(path)
            if path not in self._trees or self._trees[path][0] != key:
                text = self.text(path)
                code = self._parse(path, text) if text is not None else None
                self._trees.put(path, (key, code), len(text or ""))
            self._compared.add(path)
        return self._trees[path][1]

    def _tree_key(self, path: str) -> tuple[str, str | None]:
        """Return what a tree that is kept for later runs depends on."""
        if not self._keeps_trees or self.files is None:
            return "", None
        return self.display_path(path), self.files.digest(path)

    def plan(self, programs: Sequence[str]) -> None:
        """Announce the programs that will be analysed, in this order, by one or more processes."""
        self._positions = {program: position for position, program in enumerate(programs)}
        self._last_positions = self.import_graph.last_users(programs)
        self.entry_points.release_code()

    def release_program(self, path: str) -> None:
        """Drop the trees that no program after this one can import.

        Memory then does not grow with the number of programs.
        """
        if self._keeps_trees:
            return
        position = self._positions.get(path, 0)
        for name in self._trees.names():
            if self._last_positions.get(name, 0) <= position:
                self._trees.evict(name)

    def evict_trees(self) -> None:
        """Drop all parsed modules: they are what is large, and can be parsed again."""
        self._trees.clear()

    def set_share(self, processes: int, programs: Sequence[str]) -> None:
        """Plan `programs` for several processes, which share the limit for parsed modules."""
        self.evict_trees()
        self.plan(programs)
        self._trees.max_size = max(
            limits.MAX_TREE_CHARACTERS // processes, limits.MIN_TREE_CHARACTERS
        )

    def __getstate__(self) -> dict[str, object]:
        """Return the state for another process, without trees, which are too large to send."""
        return vars(self) | {"_trees": SizedLRU(self._trees.max_size)}

    def _parse(self, path: str, text: str) -> ParsedModule | None:
        from tflintgrad.flow.interpreter.lazy_modules import ParsedModule
        from tflintgrad.source.syntax.parse import SyntaxProblem

        self.parsed.add(path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # invalid escapes in the program's strings
                return ParsedModule(self.display_path(path), text, exact=self._exact)
        except SyntaxProblem:
            return None

    def uses_at_top_level(self, path: str, names: frozenset[str]) -> bool:
        """True if a module calls or decorates with one of `names` at its top level."""
        found = self._top_level_uses.get((path, names))
        if found is None:
            data = self.data(path) or b""
            present = sorted(name for name in names if name.encode() in data)
            pattern = rb"^@?(?:[\w.]+\.)?(?:%s)\b" % b"|".join(map(_escaped, present))
            found = bool(present) and re.search(pattern, data, re.M) is not None
            self._top_level_uses[path, names] = found
        return found


def _record_is_python(text: str, answers: list[bool]) -> bool:
    answers.append(is_python(text))
    return answers[-1]


def is_python(text: str) -> bool:
    """True if text that the running Python rejects is valid in a newer version."""
    from tflintgrad.source.syntax.parse import SyntaxProblem, parse  # imports libcst

    try:
        parse(text)
    except SyntaxProblem:
        return False
    return True


def _relative_if_below(path: str) -> str:
    """Return `path` relative to the current directory if it lies below, else unchanged."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return path
    return path if relative.startswith(os.pardir) else relative


def _escaped(name: str) -> bytes:
    return re.escape(name.encode())
