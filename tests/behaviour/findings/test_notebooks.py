"""The notebooks in tests/notebooks: TensorFlow agrees with the label, the linter with the marks.

The label is the first line of the first code cell; marks are in the cells, as in tests/programs.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.judge import Judge, Program
from tests.support.judge.check import complaint
from tests.support.judge.labels import HEADER, MARK, id_with_codes, label_of
from tests.support.paths import NOTEBOOKS as FOLDER
from tests.support.sampling import some
from tflintgrad import check_files
from tflintgrad.engine.check_in_memory import check_bytes
from tflintgrad.output import renderer
from tflintgrad.output.style import Style
from tflintgrad.source.notebook import Notebook, open_notebook

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def _id(path: Path) -> str:
    return id_with_codes(path.stem, (code for _, _, code in marks(open_notebook(str(path)))))


def program(path: Path) -> Program:
    """All cells as one program, as the judge runs it: nothing in it may need IPython."""
    text = open_notebook(str(path)).text
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        if header := HEADER.match(line):
            fields[header[1]] = header[2]
    return Program(path.stem, text, label_of(fields, str(path)))


def marks(notebook: Notebook) -> list[tuple[int, int, str]]:
    """(cell, row in it, code) of each finding that must be reported."""
    return sorted(
        (cell.cell, row, code)
        for cell in notebook.cells
        for row, line in enumerate(cell.lines, 1)
        if (mark := MARK.search(line))
        for code in re.split(r"[ ,]+", mark[1])
    )


every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=_id)


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
@some("path", NOTEBOOKS, _id, every=3)
def test_tensorflow_agrees(judge: Judge, path: Path) -> None:
    case = program(path)
    problem, _ = complaint(judge, case, [case])
    assert problem is None


@every_notebook
def test_linter_agrees(path: Path) -> None:
    (result,) = check_files([str(path)])
    assert result.error is None
    found = [(item.cell, item.span.start.row, item.code) for item in result.findings]
    assert found == marks(open_notebook(str(path)))
    assert not result.warnings


def _notebook(*cells: str) -> str:
    written = [{"cell_type": "code", "source": text, "outputs": []} for text in cells]
    return json.dumps({"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


LOST = "with tf.GradientTape() as tape:\n    y = tf.constant(w.numpy())\ntape.gradient(y, w)"
SETUP = "import tensorflow as tf\nw = tf.Variable(1.0)"


def test_a_cell_that_is_no_python_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "study.ipynb"
    path.write_text(_notebook(SETUP, "x = = 1", LOST))
    (result,) = check_files([str(path)])
    found = [(f.cell, f.span.start.row, f.span.start.column, f.code) for f in result.findings]
    assert found == [(2, 1, 5, "TFG000"), (3, 2, 21, "TFG201")]


def test_what_is_no_notebook_gets_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "study.ipynb"
    path.write_text('{"cells": [')
    (result,) = check_files([str(tmp_path)])
    (finding,) = result.findings
    assert finding.code == "TFG000"
    assert finding.message.startswith("is not a notebook: line 1 column 12")


def test_standard_input(tmp_path: Path) -> None:
    (result,) = check_bytes(_notebook(SETUP, LOST).encode(), "study.ipynb")
    assert [(f.cell, f.span.start.row) for f in result.findings] == [(2, 2)]


def test_the_cell_is_in_every_format() -> None:
    (result,) = check_bytes(_notebook(SETUP, LOST).encode(), "study.ipynb")
    concise, full, as_json = (
        "".join(renderer(name)([result], Style())) for name in ("concise", "full", "json")
    )
    assert concise.startswith("study.ipynb:cell 2:2:21: TFG201")
    assert "cell 1, line 2: `w`" in full
    assert "2 |     y = tf.constant(w.numpy())" in full
    (finding,) = json.loads(as_json)
    assert finding["cell"] == 2
    assert [step["cell"] for step in finding["flow"]] == [1, 2, 2]


def test_a_module_that_a_notebook_trains(tmp_path: Path) -> None:
    (tmp_path / "ops.py").write_text(
        "import tensorflow as tf\n\n\ndef cut(x):\n    return tf.constant(x.numpy())\n"
    )
    cells = f"{SETUP}\nimport ops", LOST.replace("tf.constant(w.numpy())", "ops.cut(w)")
    (tmp_path / "study.ipynb").write_text(_notebook(*cells))
    (result,) = check_files([str(tmp_path / "ops.py")])
    (finding,) = result.findings
    assert (finding.cell, finding.span.start.row) == (None, 5)
    assert [(Path(s.filename).name, s.cell) for s in finding.queries] == [("study.ipynb", 2)]
