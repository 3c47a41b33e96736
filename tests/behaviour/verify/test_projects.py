"""Projects and notebooks are verified like files, by running the program that has the query."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support import paths
from tests.support.verifier import Verifier, verdict_of
from tflintgrad import check_files
from tflintgrad.verify.tests_as_programs import is_test_file, with_calls

PROJECTS = (
    "attribution_methods",
    "conditional_histogram",
    "dotted_loss_after_tape",
    "fit_without_a_word",
    "src_layout_quantised",
)
NOTEBOOKS = (
    "ensemble_total_overwritten",
    "gan_two_queries",
    "house_prices_numpy_in_loss",
)


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", PROJECTS)
def test_projects_are_confirmed(verifier: Verifier, name: str) -> None:
    _confirmed(verifier, paths.PROJECTS / name)


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_are_confirmed(verifier: Verifier, name: str) -> None:
    _confirmed(verifier, paths.NOTEBOOKS / f"{name}.ipynb")


def _confirmed(verifier: Verifier, path: Path) -> None:
    before = [finding for result in check_files([str(path)]) for finding in result.findings]
    after = [f for found in verifier.results(check_files([str(path)])).values() for f in found]
    assert [(f.filename, f.cell, f.span) for f in after] == [
        (f.filename, f.cell, f.span) for f in before
    ]
    verdicts = [verdict_of(finding) for finding in after]
    assert verdicts
    assert {(verdict.verdict, verdict.evidence) for verdict in verdicts} == {
        ("confirmed", "program")
    }


MODEL = """\
import keras
import tensorflow as tf


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        return tf.round(self.dense(x))
"""
TESTS = """\
import unittest

import numpy as np
from model import Net


def test_of_another_thing():
    raise AssertionError


def test_with_a_fixture(tmp_path):
    assert tmp_path


class TestNet(unittest.TestCase):
    def setUp(self):
        self.x = np.ones((4, 2), "float32")

    def test_trains(self):
        net = Net()
        net.compile("sgd", "mse")
        net.fit(self.x, self.x[:, :1], verbose=0)
"""


@pytest.mark.tensorflow
def test_a_module_that_only_a_test_trains(verifier: Verifier, tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "test_model.py").write_text(TESTS)
    _confirmed(verifier, tmp_path)


class TestTestsAsPrograms:
    @pytest.mark.parametrize(
        ("name", "found"),
        [("test_a.py", True), ("a_test.py", True), ("testing.py", False), ("attest.py", False)],
    )
    def test_names_of_files(self, name: str, found: bool) -> None:
        assert is_test_file(f"folder/{name}") is found

    def test_what_needs_no_fixture_is_called(self) -> None:
        written = with_calls(TESTS)
        assert written is not None
        assert written.startswith(TESTS)
        assert '[(None, test_of_another_thing), (TestNet, "test_trains")]' in written

    def test_the_first_exception_comes_last(self) -> None:
        text = "seen = []\ndef test_a():\n    1 / 0\n\ndef test_b(n=1):\n    seen.append(n)\n"
        written = with_calls(text)
        names: dict[str, Any] = {}
        with pytest.raises(ZeroDivisionError):
            exec(written or "", names)
        assert names["seen"] == [1]

    @pytest.mark.parametrize("text", ["def test(", "def test_a(fixture):\n    pass\n", "x = 1\n"])
    def test_nothing_to_call(self, text: str) -> None:
        assert with_calls(text) is None
