"""`tflintgrad graph`: which picture is drawn, and where it is written.

The pictures are in tests/data/golden; UPDATE_GOLDEN=1 draws them anew.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.diagrams import DEMO
from tests.support.paths import GOLDEN, ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad.frontends.cli.entry import run

FORMATS = ("text", "mermaid", "dot", "json")  # the SVG is in docs/


def compare(actual: str, golden: Path) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(actual, encoding="utf-8")
    assert actual == golden.read_text(encoding="utf-8")


class TestCommand:
    @pytest.mark.parametrize("form", FORMATS)
    def test_golden(self, form: str) -> None:
        finished = tflintgrad("graph", "losses.py:9", "--output-format", form, cwd=DEMO)
        assert finished.returncode == 0, finished.stderr
        compare(finished.stdout, GOLDEN / f"graph.{form}")

    def test_the_picture_in_the_documentation(self) -> None:
        finished = tflintgrad(
            "graph", "examples/demo_project/losses.py:9", "--output-format", "svg", cwd=ROOT
        )
        compare(finished.stdout, ROOT / "docs" / "graph-example.svg")

    def run(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        assert run(["graph", *arguments]) == 0
        return capsys.readouterr().out

    @pytest.fixture(autouse=True)
    def project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A project in which train.py is hurt by a cut in losses.py."""
        monkeypatch.chdir(tmp_path)
        (tmp_path / "pyproject.toml").write_text("")
        (tmp_path / "losses.py").write_text(
            "import tensorflow as tf\n\n\n"
            "def loss(x):\n    n = x.numpy()\n    return tf.constant(n)\n"
        )
        (tmp_path / "train.py").write_text(
            "import tensorflow as tf\nimport losses\n\nx = tf.Variable(3.0)\n"
            "with tf.GradientTape() as tape:\n    y = losses.loss(x)\ntape.gradient(y, x)\n"
            "with tf.GradientTape() as other:\n    z = tf.exp(x)\n    z = z * 2.0\n"
            "other.gradient(z, x)\n"
        )
        return tmp_path

    def test_all_queries_of_a_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        drawn = self.run(capsys, "train.py")
        assert re.findall(r"^(\d\. \S+)", drawn, re.MULTILINE) == [
            "1. train.py:7",
            "2. train.py:11",
        ]

    def test_the_query_on_a_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(capsys, "train.py:11").startswith("train.py:11  other.gradient(z, x)\n")

    def test_a_line_on_the_way(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(capsys, "train.py:9").startswith("train.py:11  ")

    def test_a_finding_that_hurts_another_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        drawn = self.run(capsys, "losses.py:5")
        assert drawn.startswith("train.py:7  ")
        assert "losses.py:5" in drawn
        assert self.run(capsys, "losses.py") == drawn

    def test_a_file_whose_name_ends_like_a_line(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "odd:7").write_text(CLEAN)
        assert self.run(capsys, "odd:7").startswith("odd:7:6  ")

    @pytest.mark.parametrize(
        ("name", "beginning"),
        [
            ("a.svg", "<svg "),
            ("a.gv", "digraph "),
            ("a.mmd", "flowchart "),
            ("a.txt", "train.py:7 "),
        ],
    )
    def test_files_are_written_as_they_are_called(
        self, name: str, beginning: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.run(capsys, "train.py:7", "--output-file", name) == ""
        assert (project / name).read_text(encoding="utf-8").startswith(beginning)

    @pytest.mark.parametrize(
        ("place", "message"),
        [
            ("nothing.py", "nothing.py: no such file or directory"),
            ("nothing.py:3", "nothing.py: no such file or directory"),
            ("losses.py:1", "losses.py:1: no gradient query or finding here"),
            (
                "train.py:999",
                "train.py:999: no gradient query or finding here; see lines 7, 11",
            ),
            ("empty.py", "empty.py: contains no gradient query"),
            ("broken.py", "broken.py:1:2: unexpected indent"),
            ("misspelt.py:4", "misspelt.py:4: TFG503 is not about the path of a gradient"),
            ("bytes.py", "bytes.py: cannot be decoded as utf-8: unexpected byte 0xff"),
            ("cells.ipynb", "cells.ipynb: is not a notebook: line 1 column 2: "),
        ],
    )
    def test_what_cannot_be_drawn(
        self, place: str, message: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "empty.py").write_text("")
        (project / "broken.py").write_text("  x = 1\n")
        (project / "bytes.py").write_bytes(b"x = '\xff'\n")
        (project / "cells.ipynb").write_text("[")
        (project / "misspelt.py").write_text(
            "import tensorflow as tf\nx = tf.Variable(1.0)\n"
            "with tf.GradientTape() as t: y = x * x\n"
            "t.gradient(y, x, output_gradient=1.0)\n"
        )
        assert run(["graph", place]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"Error: {message}")
        assert captured.err.count("\n") == 1

    def test_output_that_cannot_be_written(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["graph", "train.py", "--output-file", "train.py/bug.svg"]) == 2
        assert "train.py/bug.svg: " in capsys.readouterr().err

    def test_notebooks(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        first, second = NUMPY_ESCAPE.split("with ")
        cells_ = [
            {"cell_type": "code", "source": part} for part in ("# 1", first, "with " + second)
        ]
        (project / "nb.ipynb").write_text(json.dumps({"cells": cells_, "nbformat": 4}))
        drawn = self.run(capsys, "nb.ipynb:cell 3:2")
        assert drawn.startswith("nb.ipynb:cell 3:3  tape.gradient(y, x)\n")
        assert "x = tf.Variable(3.0)" in drawn
        assert "cell 2, line 3" in drawn

    def test_colour(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\x1b[1;31m╳\x1b[0m" in self.run(capsys, "train.py:7")


def test_rows_that_people_name(tmp_path: Path) -> None:
    """The line of a finding, as `check` prints it, is what `graph` takes."""
    file = tmp_path / "train.py"
    file.write_text(NUMPY_ESCAPE)
    checked = tflintgrad("check", "--output-format", "concise", "train.py", cwd=tmp_path)
    place = checked.stdout.split(": TFG")[0].rsplit(":", 1)[0]
    assert place == f"train.py:{NUMPY_ESCAPE_ROW}"
    assert "TFG201" in tflintgrad("graph", place, cwd=tmp_path).stdout
