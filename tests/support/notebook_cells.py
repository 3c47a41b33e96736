"""Notebooks and their cells as tests write them, and what becomes of them."""

from __future__ import annotations

import base64
import json
from typing import Any

from tflintgrad.source.ipython_magics import translate
from tflintgrad.source.notebook import CodeCell, Notebook, assemble, read_cells, read_notebook

Json = Any
IMAGE = base64.b64encode(bytes(range(256)) * 40).decode()


def code(source: Json, **more: Json) -> dict[str, Json]:
    outputs = [{"output_type": "display_data", "data": {"image/png": IMAGE}, "metadata": {}}]
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": outputs}
    return {**cell, "source": source, **more}


def markdown(source: Json = "# Title") -> dict[str, Json]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def notebook(*cells: Json, **more: Json) -> dict[str, Json]:
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}


def read(*cells: Json, **more: Json) -> Notebook:
    return read_notebook(json.dumps(notebook(*cells, **more)).encode())


def one_cell(members: str) -> bytes:
    return f'{{"cells": [{{{members}, "cell_type": "code"}}]}}'.encode()


def texts(data: bytes) -> list[tuple[int, str]]:
    return [(cell.cell, cell.text) for cell in read_cells(data)]


def python(source: str) -> list[str]:
    """Return the lines of one cell as Python."""
    found = assemble([CodeCell(1, source)])
    assert not found.broken
    return found.text.removesuffix("\n").split("\n")


def translated_rows(cell: str) -> int:
    found = translate(cell.split("\n"))
    return -1 if found is None else len(found.lines)
