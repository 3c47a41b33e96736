"""The Python files and notebooks that are open in the editor, ready to be checked."""

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
class OpenText:
    """A text with a URI: a file, or a cell of a notebook."""

    uri: str
    version: int | None
    language: str | None
    text: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A Python file or notebook; `path` is the URI of a file that was never saved."""

    path: str
    text: OpenText | None = None
    """The text of a Python file; None for a notebook."""
    cells: Mapping[int, OpenText] = field(default_factory=dict)
    """The code cells of a notebook by number, counted from 1 over cells of all kinds."""

    @property
    def texts(self) -> list[OpenText]:
        """Return the open text, or those of a notebook's cells."""
        return [self.text] if self.text is not None else list(self.cells.values())

    def text_of(self, cell: int | None) -> OpenText | None:
        """Return the text of a cell, or of the file if `cell` is None."""
        return self.text if cell is None else self.cells.get(cell)

    def content(self) -> str | Notebook:
        """Return the text or notebook to check in place of the file."""
        if self.text is not None:
            return self.text.text
        cells = [
            CodeCell(number, cell.text, is_python=cell.language == PYTHON)
            for number, cell in self.cells.items()
        ]
        return assemble(cells, is_python)


def open_files(workspace: Workspace) -> dict[str, OpenFile]:
    """Return the open files by path, without notebooks that are open as plain text."""
    found = [*_notebooks(workspace), *_documents(workspace)]
    return {file.path: file for file in found}


def path_of(uri: str) -> str:
    """Return the absolute path of a URI; the URI itself if it names no file."""
    path = to_fs_path(uri)
    return os.path.abspath(path) if path else uri


def _documents(workspace: Workspace) -> Iterator[OpenFile]:
    for document in workspace.text_documents.values():
        path = path_of(document.uri)
        if workspace.get_notebook_document(cell_uri=document.uri) is not None:
            continue
        if not is_notebook(path) and (document.language_id == PYTHON or path.endswith(".py")):
            yield OpenFile(path, _open_text(document))


def _notebooks(workspace: Workspace) -> Iterator[OpenFile]:
    documents = {document.uri: document for document in workspace.text_documents.values()}
    for notebook in workspace.notebook_documents.values():
        path = path_of(notebook.uri)
        cells = {
            number: _open_text(documents[cell.document])
            for number, cell in enumerate(notebook.cells, 1)
            if cell.kind == types.NotebookCellKind.Code and cell.document in documents
        }
        yield OpenFile(path if is_notebook(path) else f"{path}.ipynb", cells=cells)


def _open_text(document: TextDocument) -> OpenText:
    # JSON can hold half a surrogate pair, which no file can.
    text = document.source.encode("utf-8", "replace").decode()
    return OpenText(document.uri, document.version, document.language_id, normalize(text))
