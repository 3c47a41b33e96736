"""What is open in the editor at one moment, as files that can be checked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lsprotocol import types
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument, Workspace

from tflintgrad.engine.workspace import is_python
from tflintgrad.source.decoding import normalize
from tflintgrad.source.notebook import CodeCell, Notebook, assemble, is_notebook

PYTHON = "python"


@dataclass(frozen=True, slots=True)
class Page:
    """A text with an address of its own: a file, or a cell of a notebook."""

    uri: str
    version: int | None
    language: str | None
    text: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A Python file or notebook; `path` is no path for what was never saved."""

    path: str
    page: Page | None = None
    """Of a notebook none, but the cells by number, counted from 1 over all."""
    cells: Mapping[int, Page] = field(default_factory=dict)

    @property
    def pages(self) -> list[Page]:
        return [self.page] if self.page is not None else list(self.cells.values())

    def page_of(self, cell: int | None) -> Page | None:
        return self.page if cell is None else self.cells.get(cell)

    def content(self) -> str | Notebook:
        """What is checked in the place of the file."""
        if self.page is not None:
            return self.page.text
        cells = [
            CodeCell(number, page.text, is_python=page.language == PYTHON)
            for number, page in self.cells.items()
        ]
        return assemble(cells, is_python)


def open_files(workspace: Workspace) -> dict[str, OpenFile]:
    """By path. A notebook that is open as text is left to what is on disk."""
    found = [*_notebooks(workspace), *_documents(workspace)]
    return {file.path: file for file in found}


def path_of(uri: str) -> str:
    """The absolute path of a file; what is none keeps its address for a name."""
    path = to_fs_path(uri)
    return os.path.abspath(path) if path else uri


def _documents(workspace: Workspace) -> Iterator[OpenFile]:
    for document in workspace.text_documents.values():
        path = path_of(document.uri)
        if workspace.get_notebook_document(cell_uri=document.uri) is not None:
            continue
        if not is_notebook(path) and (document.language_id == PYTHON or path.endswith(".py")):
            yield OpenFile(path, _page(document))


def _notebooks(workspace: Workspace) -> Iterator[OpenFile]:
    documents = {document.uri: document for document in workspace.text_documents.values()}
    for notebook in workspace.notebook_documents.values():
        path = path_of(notebook.uri)
        cells = {
            number: _page(documents[cell.document])
            for number, cell in enumerate(notebook.cells, 1)
            if cell.kind == types.NotebookCellKind.Code and cell.document in documents
        }
        yield OpenFile(path if is_notebook(path) else f"{path}.ipynb", cells=cells)


def _page(document: TextDocument) -> Page:
    # JSON can hold half a character, which no file can.
    text = document.source.encode("utf-8", "replace").decode()
    return Page(document.uri, document.version, document.language_id, normalize(text))
