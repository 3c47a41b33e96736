"""The files that analyses read: text, parsed code, and what each program can import."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.project.import_graph import ImportGraph
from tflintgrad.project.module_resolver import ModuleFile, Projects
from tflintgrad.source.decoding import DecodeError, as_ascii_superset, decode
from tflintgrad.source.files import (
    BrokenNotebook,
    Unreadable,
    is_notebook,
    read_bytes,
)
from tflintgrad.source.lru_cache import SizedLRU

if TYPE_CHECKING:
    from tflintgrad.engine.cache.file_cache import FileCache
    from tflintgrad.flow.interpreter.lazy_modules import Code
    from tflintgrad.source.notebook import Notebook


class Workspace:
    """Every file is read, outlined and parsed at most once, as long as there is room."""

    def __init__(
        self,
        shown: Mapping[str, str],
        texts: Mapping[str, str] | None = None,
        roots: Iterable[str] = (),
        files: FileCache | None = None,
        *,
        exact: bool = False,
        prefilter: bool = True,
    ) -> None:
        """`exact`: programs are parsed with all trivia, for those who write them anew."""
        self._exact = exact
        #: What earlier runs know of files, and is told which ones this run looks at.
        self.files = files
        #: Folders that were named: where a project begins, if nothing else says so.
        self._roots = [os.path.abspath(root) for root in roots]
        #: How messages call a file, by absolute path.
        self._shown = dict(shown)
        self._paths = {name: path for path, name in shown.items()}
        #: Unsaved text that stands in for a file's.
        self._texts = dict(texts or {})
        #: Notebooks that stand in for a file's.
        self._given: dict[str, Notebook] = {}
        self._codes: SizedLRU[Code | None] = SizedLRU(limits.MAX_TREE_CHARACTERS)
        self._notebooks: SizedLRU[Notebook] = SizedLRU(limits.MAX_NOTEBOOK_CHARACTERS)
        #: The number of each program to come, and of the last one that may look at a file's tree.
        self._turns: dict[str, int] = {}
        self._last_turns: dict[str, int] = {}
        #: Whether words decide what is worth a look; if not, everything is.
        self.prefilter = prefilter
        #: Paths that were parsed.
        self.parsed: set[str] = set()
        self._used: dict[tuple[str, frozenset[str]], bool] = {}
        #: Of notebooks: which cells that the running Python refuses are Python all the same.
        self.opinions: dict[str, list[bool]] = {}

    @cached_property
    def outlines(self) -> ImportGraph:
        projects = Projects([*self._roots, os.getcwd()])
        return ImportGraph(projects, self._searchable, self.files, prefilter=self.prefilter)

    def shown(self, path: str) -> str:
        """How the user calls a file: as it was named, or as seen from the working directory."""
        name = self._shown.get(path)
        if name is None:
            name = self._shown[path] = _near(path)
        return name

    def path_of(self, shown: str) -> str:
        """The file that messages call so."""
        known = self._paths.get(shown)
        if known is None:
            known = self._paths[shown] = os.path.abspath(shown)
        return known

    def data(self, path: str) -> bytes | None:
        """The bytes of the code in a file: all of it, but of a notebook only the code cells."""
        if path in self._given:
            lines = [line for cell in self._given[path].cells for line in cell.lines]
            return "\n".join(lines).encode("utf-8", "replace")
        if path in self._texts:
            return self._texts[path].encode("utf-8", "replace")
        try:
            data = self.read(path)
            return data if len(data) <= limits.MAX_CODE_BYTES else None
        except (Unreadable, BrokenNotebook):
            return None

    def size(self, path: str) -> int:
        """About how much code there is in a file."""
        if path in self._texts:
            return len(self._texts[path])
        try:
            return os.path.getsize(path)
        except OSError:
            return 0

    def read(self, path: str) -> bytes:
        """The same from the disk; raises `Unreadable` or `BrokenNotebook`."""
        if self.files is not None:
            self.files.note_use(path)
        if is_notebook(path):
            from tflintgrad.source.notebook_reader import open_cells, raw_code

            return raw_code(open_cells(path))
        data = read_bytes(path)
        if self.files is not None:
            self.files.note_bytes(path, data)
        return data

    def _searchable(self, path: str) -> bytes | None:
        data = self.data(path)
        return as_ascii_superset(data) if data is not None else None

    def notebook(self, path: str) -> Notebook | None:
        """The cells of a notebook; None for other files."""
        if path in self._given or path in self._texts or not is_notebook(path):
            return self._given.get(path)
        if path not in self._notebooks:
            if self.files is not None:
                self.files.note_use(path)
            from tflintgrad.source.notebook import open_notebook

            opinions = self.opinions[path] = []
            try:
                notebook = open_notebook(path, lambda text: _noted(text, opinions))
            except (Unreadable, BrokenNotebook):
                return None
            self._notebooks.keep(path, notebook, len(notebook.text))
        return self._notebooks[path]

    def put(self, path: str, notebook: Notebook) -> None:
        """A notebook that was read from elsewhere stands in for a file's."""
        self._given[path] = notebook
        self._texts[path] = notebook.text

    def text(self, path: str) -> str | None:
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

    def code(self, path: str) -> Code | None:
        """The parsed file; None where there is nothing that can be parsed."""
        if path not in self._codes:
            text = self.text(path)
            code = self._parsed(path, text) if text is not None else None
            self._codes.keep(path, code, len(text or ""))
        return self._codes[path]

    def expect(self, programs: Sequence[str]) -> None:
        """They are going to be analysed, in this order; each process may do some of them."""
        self._turns = {program: number for number, program in enumerate(programs)}
        self._last_turns = self.outlines.last_users(programs)
        self.outlines.make_room()

    def forget_program(self, path: str) -> None:
        """It was analysed: what no program to come can get to is forgotten, so that not the number
        of files decides how many trees there are."""
        turn = self._turns.get(path, 0)
        for name in self._codes.names():
            if self._last_turns.get(name, 0) <= turn:
                self._codes.forget(name)

    def make_room(self) -> None:
        """Trees are what is large, and can be made again."""
        self._codes.clear()

    def divide(self, processes: int, programs: Sequence[str]) -> None:
        """So many keep what they parse, each its own, and have the room of one together."""
        self.make_room()
        self.expect(programs)
        self._codes.room = max(limits.MAX_TREE_CHARACTERS // processes, limits.MIN_TREE_CHARACTERS)

    def __getstate__(self) -> dict[str, object]:
        """What another process is told: trees are too large for that."""
        return vars(self) | {"_codes": SizedLRU(self._codes.room)}

    def _parsed(self, path: str, text: str) -> Code | None:
        from tflintgrad.flow.interpreter.lazy_modules import Code
        from tflintgrad.source.syntax.parse import SyntaxProblem

        self.parsed.add(path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # odd escapes in the program's strings
                return Code(self.shown(path), text, exact=self._exact)
        except SyntaxProblem:
            return None

    def uses_at_top(self, path: str, names: frozenset[str]) -> bool:
        """Whether a module calls or decorates with one of these names at its top level."""
        found = self._used.get((path, names))
        if found is None:
            pattern = rb"^@?(?:[\w.]+\.)?(?:%s)\b" % b"|".join(map(_spelled, sorted(names)))
            found = re.search(pattern, self.data(path) or b"", re.M) is not None
            self._used[path, names] = found
        return found

    def around(self, program: str) -> ProjectView:
        return ProjectView(self, program)


def _noted(text: str, opinions: list[bool]) -> bool:
    opinions.append(is_python(text))
    return opinions[-1]


def is_python(text: str) -> bool:
    """Whether text that the running Python refuses is Python for a newer one."""
    from tflintgrad.source.syntax.parse import SyntaxProblem, parse  # imports libcst

    try:
        parse(text)
    except SyntaxProblem:
        return False
    return True


class ProjectView:
    """What one program can get to by imports: the flow graph's view of the project."""

    def __init__(self, workspace: Workspace, program: str) -> None:
        self._workspace = workspace
        self._program = program
        self._outlines = workspace.outlines
        self._projects = workspace.outlines.projects
        #: What the program and the modules it got to import; nothing else is there for it.
        self._imported = set(workspace.outlines.of(program).imports)

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        return self.within(self._projects.resolve(importer, dotted, level))

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        return self.within(self._projects.submodule(module, name))

    def within(self, file: ModuleFile | None) -> ModuleFile | None:
        if file is None or file.path in (None, self._program) or not self._workspace.prefilter:
            return file
        return file if file.path in self._imported else None

    def code(self, path: str) -> Code | None:
        self.opened(path)
        return self._workspace.code(path)

    def opened(self, path: str) -> None:
        """From now on, what that file imports is there, too."""
        self._imported.update(self._workspace.outlines.of(path).imports)

    @property
    def given(self) -> frozenset[str] | None:
        if not self._workspace.prefilter:
            return None
        return self._workspace.outlines.given(self._program)

    @property
    def budget_scale(self) -> int:
        """Return how many times the usual steps in imported modules are allowed.

        A power of two, so that few changes of a module make it another number.
        """
        size = 1
        for path in self._outlines.closure(self._program):
            if path != self._program:
                size += self._workspace.size(path)
            if size > limits.MAX_SMALL_PROJECT_CHARACTERS // 2:
                return 1
        return min(
            1 << ((limits.MAX_SMALL_PROJECT_CHARACTERS // size).bit_length() - 1),
            limits.MAX_BUDGET_SCALE,
        )

    @cached_property
    def _reachable(self) -> list[str]:
        return sorted(self._outlines.closure(self._program))

    def users(self, path: str, names: frozenset[str]) -> list[ModuleFile]:
        """The modules that import `path` and use one of these names at their top level."""
        outlines = self._workspace.outlines
        return [
            ModuleFile(file, "", _dotted(file))
            for file in self._reachable
            if file != self._program
            and path in outlines.of(file).imports
            and self._workspace.uses_at_top(file, names)
        ]


def _near(path: str) -> str:
    """As seen from the working directory, if it lies below."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return path
    return path if relative.startswith(os.pardir) else relative


def _spelled(name: str) -> bytes:
    return re.escape(name.encode())


def _dotted(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]
