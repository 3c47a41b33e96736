"""The files that analyses read: text, parsed code, and what each program can import."""

from __future__ import annotations

import os
import re
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from tflintgrad.sources.imports import Outlines
from tflintgrad.sources.notebooks import (
    BrokenNotebook,
    Notebook,
    is_notebook,
    open_cells,
    open_notebook,
    raw_code,
)
from tflintgrad.sources.projects import ModuleFile, Projects
from tflintgrad.sources.reading import MAX_SIZE, Undecodable, Unreadable, decode, read_bytes

if TYPE_CHECKING:
    from tflintgrad.flow.modules import Code

#: So much parsed text is kept; a syntax tree takes some fifty times the memory of its text.
MAX_KEPT = 4_000_000


class Workspace:
    """Every file is read, outlined and parsed at most once, as long as there is room."""

    def __init__(
        self,
        shown: Mapping[str, str],
        texts: Mapping[str, str] | None = None,
        roots: Iterable[str] = (),
    ) -> None:
        #: Folders that were named: where a project begins, if nothing else says so.
        self._roots = [os.path.abspath(root) for root in roots]
        #: How messages call a file, by absolute path.
        self._shown = dict(shown)
        self._paths = {name: path for path, name in shown.items()}
        #: Unsaved text that stands in for a file's.
        self._texts = dict(texts or {})
        self._codes: OrderedDict[str, tuple[Code | None, int]] = OrderedDict()
        self._kept = 0
        self._notebooks: dict[str, Notebook] = {}
        #: Paths that were parsed.
        self.parsed: set[str] = set()

    @cached_property
    def outlines(self) -> Outlines:
        return Outlines(Projects([*self._roots, os.getcwd()]), self.data)

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
        if path in self._notebooks:
            lines = [line for cell in self._notebooks[path].cells for line in cell.lines]
            return "\n".join(lines).encode("utf-8", "replace")
        if path in self._texts:
            return self._texts[path].encode("utf-8", "replace")
        try:
            data = raw_code(open_cells(path)) if is_notebook(path) else read_bytes(path)
            return data if len(data) <= MAX_SIZE else None
        except (Unreadable, BrokenNotebook):
            return None

    def notebook(self, path: str) -> Notebook | None:
        """The cells of a notebook; None for other files."""
        if is_notebook(path) and path not in self._notebooks and path not in self._texts:
            try:
                self._notebooks[path] = open_notebook(path, is_python)
            except (Unreadable, BrokenNotebook):
                return None
        return self._notebooks.get(path)

    def put(self, path: str, notebook: Notebook) -> None:
        """A notebook that was read from elsewhere stands in for a file's."""
        self._notebooks[path] = notebook
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
        except Undecodable:
            return None

    def code(self, path: str) -> Code | None:
        """The parsed file; None where there is nothing that can be parsed."""
        if path in self._codes:
            self._codes.move_to_end(path)
            return self._codes[path][0]
        text = self.text(path)
        code = self._parsed(path, text) if text is not None else None
        self._codes[path] = (code, len(text or ""))
        self._kept += len(text or "")
        while self._kept > MAX_KEPT and len(self._codes) > 1:
            self._kept -= self._codes.popitem(last=False)[1][1]
        return code

    def _parsed(self, path: str, text: str) -> Code | None:
        from tflintgrad.flow.modules import Code
        from tflintgrad.syntax.parse import SyntaxProblem

        self.parsed.add(path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # odd escapes in the program's strings
                return Code(self.shown(path), text)
        except SyntaxProblem:
            return None

    def around(self, program: str) -> Surroundings:
        return Surroundings(self, program)


def is_python(text: str) -> bool:
    """Whether text that the running Python refuses is Python for a newer one."""
    from tflintgrad.syntax.parse import SyntaxProblem, parse  # imports libcst

    try:
        parse(text)
    except SyntaxProblem:
        return False
    return True


class Surroundings:
    """What one program can get to by imports: the flow graph's view of the project."""

    def __init__(self, workspace: Workspace, program: str) -> None:
        self._workspace = workspace
        self._program = program
        self._projects = workspace.outlines.projects
        #: What the program and the modules it got to import; nothing else is there for it.
        self._imported = set(workspace.outlines.of(program).imports)

    def resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        return self._within(self._projects.resolve(importer, dotted, level))

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        return self._within(self._projects.submodule(module, name))

    def _within(self, file: ModuleFile | None) -> ModuleFile | None:
        if file is None or file.path is None or file.path == self._program:
            return file
        return file if file.path in self._imported else None

    def code(self, path: str) -> Code | None:
        self._imported.update(self._workspace.outlines.of(path).imports)
        return self._workspace.code(path)

    @property
    def given(self) -> frozenset[str]:
        return frozenset(self._workspace.outlines.given(self._program))

    def asks(self, path: str, name: str) -> bool:
        return name in self._workspace.outlines.handing_on(path)

    def knows_library(self, path: str) -> bool:
        return self._workspace.outlines.of(path).library

    def knows_keras(self, path: str) -> bool:
        return self._workspace.outlines.knows_keras(path)

    def users(self, path: str, names: frozenset[str]) -> list[ModuleFile]:
        """The modules that import `path` and use one of these names at their top level."""
        used = re.compile(rb"^@?(?:[\w.]+\.)?(?:%s)\b" % b"|".join(map(_spelled, names)), re.M)
        outlines = self._workspace.outlines
        found = []
        for file in sorted(outlines.closure(self._program)):
            if file != self._program and path in outlines.of(file).imports:
                data = self._workspace.data(file)
                if data is not None and used.search(data):
                    found.append(ModuleFile(file, "", _dotted(file)))
        return found


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
