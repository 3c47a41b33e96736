"""The notebooks in tests/notebooks: TensorFlow agrees with the label, the linter with the marks.

The label is the first line of the first code cell; marks are in the cells, as in tests/cases.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.judge import Judge, Program
from tests.judge.check import complaint
from tests.judge.labels import HEADER, MARK, _label
from tflintgrad.api import check
from tflintgrad.sources.notebooks import Notebook, open_notebook

NOTEBOOKS = sorted((Path(__file__).parent / "notebooks").glob("*.ipynb"))

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))


def program(path: Path) -> Program:
    """All cells as one program, as the judge runs it: nothing in it may need IPython."""
    text = open_notebook(str(path)).text
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        if header := HEADER.match(line):
            fields[header[1]] = header[2]
    return Program(path.stem, text, _label(fields, str(path)))


def marks(notebook: Notebook) -> list[tuple[int, int, str]]:
    """(cell, row in it, code) of each finding that must be reported."""
    return sorted(
        (cell.cell, row, code)
        for cell in notebook.cells
        for row, line in enumerate(cell.lines, 1)
        if (mark := MARK.search(line))
        for code in re.split(r"[ ,]+", mark[1])
    )


def test_half_of_them_is_right() -> None:
    right = sum(program(path).label.effect == "ok" for path in NOTEBOOKS)
    assert len(NOTEBOOKS) >= 20
    assert abs(2 * right - len(NOTEBOOKS)) <= 4


def test_they_have_what_notebooks_have() -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in NOTEBOOKS)
    for part in ("%%time", "%%writefile", "%%bash", "%%capture", "%time ", "!pip", "%pip", "noqa"):
        assert part in everything
    for part in ('"markdown"', '"image/png"', '"error"', '"stderr"', '"worksheets"', '"colab"'):
        assert part in everything


@every_notebook
def test_every_cell_is_read(path: Path) -> None:
    notebook = open_notebook(str(path))
    assert not notebook.broken
    written = json.loads(path.read_text(encoding="utf-8"))
    cells = written["cells"] if "cells" in written else written["worksheets"][0]["cells"]
    numbers = [n for n, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
    assert [cell.cell for cell in notebook.cells] == numbers


@pytest.mark.tensorflow
@every_notebook
def test_tensorflow_agrees(judge: Judge, path: Path) -> None:
    case = program(path)
    problem, _ = complaint(judge, case, [case])
    assert problem is None


@every_notebook
def test_linter_agrees(path: Path) -> None:
    (result,) = check([str(path)])
    assert result.error is None
    found = [(item.cell, item.span.start.row, item.code) for item in result.findings]
    assert found == marks(open_notebook(str(path)))
    assert not result.warnings
