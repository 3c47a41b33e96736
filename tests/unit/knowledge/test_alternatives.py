"""What to write instead: the reader, the names, and that TensorFlow agrees with every line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from tests.support.check_alternatives import (
    ENTRIES,
    INPUTS,
    LINES,
    POINTERS,
    mentioned,
    op_of,
    title,
)
from tests.support.paths import ROOT
from tflintgrad.knowledge import alternatives
from tflintgrad.knowledge.alternatives import Alternative, Entry, alternatives_to, loses
from tflintgrad.knowledge.op_table import lookup

DTYPES = {"float16", "float32", "float64", "int32", "int64", "bool", "complex64", "uint8", "quint8"}


# -- the reader


class TestReader:
    def test_a_call_names_its_op(self) -> None:
        assert alternatives.read_entry("tf.f(x, y) = x + tf.g(y=y)  # words, and # more") == Entry(
            "tf.f", "=", Alternative("x + tf.g(y=y)", "words, and # more", True, "tf.f(x, y)")
        )

    @pytest.mark.parametrize("mark", ["=~", "~", "<>"])
    def test_a_name_in_front_of_the_call(self, mark: str) -> None:
        entry = alternatives.read_entry(f"Tensor.__gt__: x > y {mark} tf.g(k := x, -k)  # words")
        assert entry is not None
        assert (entry.name, entry.mark) == ("Tensor.__gt__", mark)
        assert entry.alternative == Alternative("tf.g(k := x, -k)", "words", False, "x > y")

    def test_an_assignment_is_not_taken_for_a_mark(self) -> None:
        entry = alternatives.read_entry("Variable.__iadd__: variable += x = variable + x  # words")
        assert entry is not None
        assert entry.alternative.call == "variable += x"

    @pytest.mark.parametrize("line", ["", "# a ~ b  # c", "let x = N(2, 3)", "np.a -> tf.b"])
    def test_other_lines_are_no_entries(self, line: str) -> None:
        assert alternatives.read_entry(line) is None

    def test_pointers(self) -> None:
        assert alternatives.read_pointer("np.a -> tf.b, tf.c") == ("np.a", ("tf.b", "tf.c"))
        assert alternatives.read_pointer("np.a -> nothing") == ("np.a", ())
        assert alternatives.read_pointer("# np.a -> tf.b") is None
        assert alternatives.read_pointer("tf.f(x) = x  # words") is None

    def test_every_line_is_understood(self) -> None:
        known = (alternatives.read_entry, alternatives.read_pointer)
        for line in LINES:
            if line and not line.startswith(("#", "let ")):
                assert any(read(line) for read in known), line


class TestAnswers:
    def test_aliases_have_the_answers_of_what_they_stand_for(self) -> None:
        assert alternatives_to("tf.math.argmax") == alternatives_to("tf.argmax") != ()
        assert alternatives_to("tf.compat.v2.round") == alternatives_to("tf.round")

    @pytest.mark.parametrize("name", ["tf.nothing_of_that_name", "", "x"])
    def test_unknown_names_have_none(self, name: str) -> None:
        assert alternatives_to(name) == ()

    @pytest.mark.parametrize(
        "name",
        ["tf.exp", "keras.ops.exp", "np.shape", "tf.math.is_nan", "keras.ops.nextafter"],
    )
    def test_ops_that_lose_nothing_or_cannot_be_replaced_have_none(self, name: str) -> None:
        assert alternatives_to(name) == ()

    @pytest.mark.parametrize(
        ("name", "expression"),
        [
            ("np.exp", "tf.exp"),
            ("np.log", "tf.math.log"),
            ("math.log", "tf.math.log"),
            ("np.linalg.det", "tf.linalg.det"),
            ("np.power", "tf.pow"),
            ("np.where", "tf.where"),
            ("np.clip", "tf.clip_by_value"),
            ("np.dot", "tf.experimental.numpy.dot"),
            ("np.log2", "tf.experimental.numpy.log2"),
            ("ndarray.sum", "tf.reduce_sum"),
            ("ndarray.reshape", "tf.reshape"),
        ],
    )
    def test_counterparts(self, name: str, expression: str) -> None:
        (only,) = alternatives_to(name)
        assert (only.expression, only.exact) == (expression, True)

    @pytest.mark.parametrize(
        ("name", "like"),
        [
            ("np.round", "tf.round"),
            ("math.floor", "tf.floor"),
            ("ndarray.round", "tf.round"),
            ("np.argmax", "tf.argmax"),
            ("tf.experimental.numpy.sign", "tf.sign"),
            ("tf.keras.backend.greater", "tf.greater"),
            ("tf.compat.v1.py_func", "tf.numpy_function"),
            ("tf.keras.backend.cast", "tf.cast"),
            ("np.asarray", "np.array"),
        ],
    )
    def test_a_counterpart_that_loses_the_gradient_lends_its_own(
        self, name: str, like: str
    ) -> None:
        assert alternatives_to(name) == alternatives_to(like) != ()

    def test_samplers_of_numpy_are_not_taken_for_functions(self) -> None:
        assert alternatives_to("np.random.power") == ()


# -- the names


@pytest.mark.parametrize("name", sorted({entry.name for entry in ENTRIES} | set(POINTERS)))
def test_left_sides_are_ops_that_lose_a_gradient(name: str) -> None:
    op = op_of(name)
    assert op.name == name, f"the table calls it {op.name}"
    assert loses(op) or any(result.effect == "int" for result in op.results)


def test_right_sides_use_ops_of_the_table() -> None:
    for entry in ENTRIES:
        code = f"{entry.alternative.call} {entry.alternative.expression}"
        for name in re.findall(r"\b(?:tf|keras)\.[\w.]+", code):
            known = lookup(name) or name.removeprefix("tf.") in {*DTYPES, "IndexedSlices"}
            assert known or lookup(f"{name}.__call__"), name
    for targets in POINTERS.values():
        for name in targets:
            assert op_of(name)


def test_no_line_is_there_twice() -> None:
    entries = [(entry.name, entry.alternative.expression) for entry in ENTRIES]
    pointers = [line for line in LINES if " -> " in line and line[0] != "#"]
    assert len(entries) == len(set(entries))
    assert len(pointers) == len(POINTERS)
    assert not set(POINTERS) & {entry.name for entry in ENTRIES}


def test_every_input_is_used() -> None:
    assert mentioned("\n".join([*map(title, ENTRIES), *INPUTS.values()])) == set(INPUTS)


def test_pointers_lead_somewhere() -> None:
    for name, targets in POINTERS.items():
        assert bool(alternatives_to(name)) == bool(targets), name


# -- TensorFlow


@pytest.mark.tensorflow
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.full)])
def test_tensorflow_agrees(every: int) -> None:
    pytest.importorskip("tensorflow")
    command = [sys.executable, "-m", "tests.support.check_alternatives", str(every)]
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    problems = json.loads(done.stdout.splitlines()[-1])
    assert problems == [], "\n".join(problems)
