"""`verify --run` on notebooks: lines that a kernel runs are matched with cells."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.notebook_files import notebook
from tflintgrad.frontends.cli import observe_command
from tflintgrad.frontends.cli.entry import run
from tflintgrad.verify.user_command import command
from tflintgrad.verify.user_command.observation import Observation, QuerySummary, SourceSummary

FIRST = """\

%matplotlib inline
import tensorflow as tf
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.constant(x.numpy() * 2.0)
print(tape.gradient(y, x))
"""
SECOND = """\
with tf.GradientTape() as tape:
    y = tf.round(x)
print(tape.gradient(y, x))
"""
THIRD = """\
with tf.GradientTape() as tape:
    y = some_function(x)
print(tape.gradient(y, x))
"""
#: What IPython makes of a cell, and keeps in Python's cache of lines.
RUN = {
    1: FIRST.lstrip("\n").replace("%matplotlib inline", "get_ipython().run_line_magic('m', 'i')"),
    2: SECOND,
    3: THIRD,
}


def file_of(cell: int) -> str:
    return f"/tmp/ipykernel_7/{cell}.py"


def gave_none(cell: int, line: int) -> QuerySummary:
    sources = (SourceSummary(0, "x", none=1),)
    place = (file_of(cell), line, "tape.gradient")
    return QuerySummary(*place, calls=1, none_calls=1, sampled=1, sources=sources)


def told(output: str) -> list[tuple[Any, ...]]:
    return [
        (
            item["filename"],
            item["cell"],
            item["location"]["row"],
            item["code"],
            item["verification"]["verdict"],
        )
        for item in json.loads(output)
    ]


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("study.ipynb")


def watched(monkeypatch: pytest.MonkeyPatch, *queries: QuerySummary) -> None:
    texts = {file_of(number): text for number, text in RUN.items()}
    seen = Observation(0, queries, (), 1, texts)
    monkeypatch.setattr(observe_command, "observe_command", lambda _: seen)


VERIFY = ["verify", "--isolated", "--output-format", "json", "study.ipynb", "--run", "--", "x"]


def test_queries_are_found_in_their_cells(
    study: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study.write_text(notebook(FIRST, SECOND, THIRD))
    # As they come: in the order of names that mean nothing.
    watched(monkeypatch, gave_none(3, 3), gave_none(2, 3), gave_none(1, 6))
    assert run(VERIFY) == 1
    assert told(capsys.readouterr().out) == [
        ("study.ipynb", 1, 6, "TFG201", "confirmed"),
        ("study.ipynb", 2, 2, "TFG301", "confirmed"),
        ("study.ipynb", 3, 3, "TFG001", "confirmed"),
    ]


def test_cells_of_the_same_text_are_told_alike(
    study: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study.write_text(notebook(FIRST, SECOND, SECOND))
    watched(monkeypatch, gave_none(2, 3))
    assert run(VERIFY) == 1
    first, *others = json.loads(capsys.readouterr().out)
    assert first["verification"]["reason"] == "the run never reached line 7 of cell 1"
    assert [item["verification"]["verdict"] for item in others] == ["confirmed"] * 2


def test_a_comment_in_a_cell_silences(
    study: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    silent = THIRD.rstrip("\n") + "  # noqa: TFG001\n"
    monkeypatch.setitem(RUN, 3, silent)
    study.write_text(notebook("import tensorflow as tf\nx = tf.Variable(3.0)\n", silent))
    watched(monkeypatch, gave_none(3, 3))
    assert run(VERIFY) == 0
    assert told(capsys.readouterr().out) == []


@pytest.mark.tensorflow
def test_the_text_of_what_is_in_no_file_is_passed_on(tmp_path: Path) -> None:
    kernel = tmp_path / "kernel.py"
    kernel.write_text(
        "import linecache\n"
        f"for name, text in {[(file_of(1), FIRST.partition('inline')[2]), (file_of(2), SECOND)]}:\n"
        "    linecache.cache[name] = len(text), None, text.splitlines(True), name\n"
        "    exec(compile(text, name, 'exec'), globals())\n"
    )
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    seen = command.observe_command([sys.executable, str(kernel)], quiet)
    assert [(query.filename, query.none_calls) for query in seen.queries] == [
        (file_of(1), 1),
        (file_of(2), 1),
    ]
    assert seen.texts == {file_of(1): FIRST.partition("inline")[2], file_of(2): SECOND}
