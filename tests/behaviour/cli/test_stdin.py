"""Standard input in the place of a file: its project is found from the name."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.frontends.cli.entry import run

TRAIN = """\
import tensorflow as tf
from losses import penalty

weight = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = penalty(weight)
print(tape.gradient(loss, weight))
"""
LOSSES = "def penalty(values):\n    return values.numpy() ** 2\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "package").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("")
    return folder


Found = list[tuple[str, str, int]]
Find = Callable[[str, str | Path, Path], Found]


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Find:
    """Where something is found in a text of that name, seen from a folder."""

    def find(text: str, name: str | Path, folder: Path) -> Found:
        monkeypatch.chdir(folder)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        run(["check", "--output-format=json", "--stdin-filename", str(name), "-"])
        printed = capsys.readouterr()
        assert printed.err == ""
        items = json.loads(printed.out)
        return [(item["filename"], item["code"], item["location"]["row"]) for item in items]

    return find


class TestNames:
    """The file need not exist: an editor may ask before it is saved for the first time."""

    @pytest.mark.parametrize("exists", [True, False])
    def test_other_files_count(self, project: Path, found: Find, exists: bool) -> None:
        (project / "losses.py").write_text(LOSSES)
        if exists:
            (project / "train.py").write_text("print('what was saved')\n")
        assert found(TRAIN, "train.py", project) == [("losses.py", "TFG201", 2)]
        assert found(TRAIN, project / "train.py", project) == [("losses.py", "TFG201", 2)]
        assert found(TRAIN, "../train.py", project / "package") == [
            (str(project / "losses.py"), "TFG201", 2)
        ]

    def test_who_imports_it_counts(self, project: Path, found: Find) -> None:
        """The text is judged as a part of the programs on disk."""
        (project / "train.py").write_text(TRAIN)
        (project / "losses.py").write_text("def penalty(values):\n    return values**2\n")
        assert found(LOSSES, "losses.py", project) == [("losses.py", "TFG201", 2)]
        assert found("def penalty(values):\n    return values\n", "losses.py", project) == []

    def test_folder_that_does_not_exist_either(self, project: Path, found: Find) -> None:
        assert found(NUMPY_ESCAPE, "new/place/train.py", project) == [
            ("new/place/train.py", "TFG201", 5)
        ]

    @pytest.mark.parametrize("name", ["<stdin>", "train.txt", "train", "a b/🎉.py"])
    def test_odd_names(self, project: Path, found: Find, name: str) -> None:
        assert found(NUMPY_ESCAPE, name, project) == [(name, "TFG201", 5)]


class TestNotebooks:
    def test_cells(self, project: Path, found: Find) -> None:
        (project / "losses.py").write_text(LOSSES)
        head, tail = TRAIN.split("\n\n")
        cells = [
            {"cell_type": "code", "source": head},
            {"cell_type": "markdown", "source": "# A title"},
            {"cell_type": "code", "source": tail},
            {"cell_type": "code", "source": NUMPY_ESCAPE.splitlines(keepends=True)},
        ]
        text = json.dumps({"cells": cells})
        assert found(text, "study.ipynb", project) == [
            ("study.ipynb", "TFG201", 5),
            ("losses.py", "TFG201", 2),
        ]

    def test_no_notebook(self, project: Path, found: Find) -> None:
        assert found("{", "study.ipynb", project) == [("study.ipynb", "TFG000", 1)]
