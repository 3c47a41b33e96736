"""`tflintgrad verify --fix`: only fixes that TensorFlow has proven are applied."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.notebook_files import notebook
from tflintgrad.diagnostics import Edit, Location, Span
from tflintgrad.source.edits import moved_row

PROGRAM = """\
import tensorflow as tf

angle = tf.constant(0.5)
weight = tf.Variable(2.0)
with tf.GradientTape() as tape:
    height = tf.sin(angle)
print(tape.gradient(height, angle))

with tf.GradientTape() as tape:
    product = weight * 3.0
loss = tf.square(product)
print(tape.gradient(loss, weight))

total = tf.constant(0.0)
with tf.GradientTape() as tape:
    for sample in (1.0, 2.0):
        total = weight * sample
print(tape.gradient(total, weight))
"""
FIXED = (
    PROGRAM.replace("    height =", "    tape.watch(angle)\n    height =")
    .replace("loss = tf", "    loss = tf")
    .replace("total = weight", "total += weight")
)
#: Without the `stop_gradient`, the second query changes as well.
SHARED = """\
import tensorflow as tf

weight = tf.Variable(2.0)
scale = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    held = tf.stop_gradient(weight * scale)
    first = held * 2.0
    second = held + scale ** 2
print(tape.gradient(first, weight))
print(tape.gradient(second, scale))
"""

LOSSES = """\
import tensorflow as tf


def penalty(weight):
    return tf.reduce_sum(tf.square(weight.numpy()))
"""
#: It imports the module above relatively, as files of a package do.
TRAINING = """\
import tensorflow as tf

from .losses import penalty

weight = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = penalty(weight)
print(tape.gradient(loss, weight))

rate = tf.constant(3.0)
with tf.GradientTape() as tape:
    loss = rate**2
print(tape.gradient(loss, rate))
"""
#: No code calls it, so only its path can be run.
LIBRARY = """\
import tensorflow as tf


class Model(tf.Module):
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])

    def step(self, rate):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight.numpy()))
        self.weight.assign_sub(rate * tape.gradient(loss, self.weight))
"""
#: As long as one of the weights is not tracked, the finding is confirmed.
TWICE = """\
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, shape):
        self.parts = {"gain": tf.Variable(2.0), "offset": tf.Variable(1.0)}

    def call(self, x):
        return self.parts["gain"] * x + self.parts["offset"]


layer = Scale()
sgd = tf.keras.optimizers.SGD(0.01)
head = tf.Variable(1.0)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(head * layer(tf.constant([1.0, 2.0])) ** 2)
    weights = [*layer.trainable_weights, head]
    sgd.apply_gradients(zip(tape.gradient(loss, weights), weights))
"""
CELLS = (
    "import tensorflow as tf\n%matplotlib inline\n",
    "x = tf.constant(3.0)\nwith tf.GradientTape() as tape:\n    y = x**2\ntape.gradient(y, x)",
)


def verify(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = tflintgrad("verify", "--no-cache", *arguments, cwd=folder)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.tensorflow
class TestFix:
    def test_proven_fixes_are_applied(self, tmp_path: Path) -> None:
        (tmp_path / "program.py").write_text(PROGRAM)
        code, out, err = verify(tmp_path, "--fix", "program.py")
        assert (code, "Fixed 3 findings in 1 file." in err) == (0, True), out + err
        assert (tmp_path / "program.py").read_text() == FIXED

    def test_code_that_is_not_called(self, tmp_path: Path) -> None:
        (tmp_path / "library.py").write_text(LIBRARY)
        code, out, err = verify(tmp_path, "--fix", "library.py")
        assert (code, "Fixed 1 finding in 1 file." in err) == (0, True), out + err
        assert "tf.square(self.weight))" in (tmp_path / "library.py").read_text()

    def test_a_mistake_that_is_made_twice(self, tmp_path: Path) -> None:
        (tmp_path / "layer.py").write_text(TWICE.replace(', "offset"', ',\n "offset"'))
        code, out, err = verify(tmp_path, "--fix", "--unsafe-fixes", "layer.py")
        assert (code, "Fixed 2 findings in 1 file." in err) == (0, True), out + err

    def test_modules_of_packages_and_notebooks(self, tmp_path: Path) -> None:
        package = tmp_path / "package"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "losses.py").write_text(LOSSES)
        (package / "training.py").write_text(TRAINING)
        (tmp_path / "book.ipynb").write_text(notebook(*CELLS))
        code, out, err = verify(tmp_path, "--fix", ".")
        assert (code, "Fixed 3 findings in 3 files." in err) == (0, True), out + err
        assert "tf.square(weight))" in (package / "losses.py").read_text()
        assert "    tape.watch(rate)\n" in (package / "training.py").read_text()
        cells = json.loads((tmp_path / "book.ipynb").read_text())["cells"]
        assert cells[1]["source"] == CELLS[1].replace("    y", "    tape.watch(x)\n    y")

    def test_a_diff_of_them(self, tmp_path: Path) -> None:
        (tmp_path / "program.py").write_text(PROGRAM)
        code, out, _ = verify(tmp_path, "--fix", "--dry-run", "program.py")
        assert code == 1
        assert "+    tape.watch(angle)\n" in out
        assert (tmp_path / "program.py").read_text() == PROGRAM

    def test_a_fix_that_changes_another_gradient_is_not(self, tmp_path: Path) -> None:
        (tmp_path / "shared.py").write_text(SHARED)
        code, out, _ = verify(
            tmp_path, "--fix", "--unsafe-fixes", "--output-format", "json", "shared.py"
        )
        assert code == 1
        assert (tmp_path / "shared.py").read_text() == SHARED
        fix = json.loads(out)[0]["fix"]
        assert fix["proven"] is False
        _, _, err = verify(tmp_path, "--fix", "--unsafe-fixes", "--dry-run", "shared.py")
        assert "shared.py:6: TFG307: not proven: the fix changes the gradient" in err
        assert fix["proof"] == "the fix changes the gradient that line 10 requests"

    def test_unsafe_fixes_need_the_option(self, tmp_path: Path) -> None:
        text = SHARED.rpartition("print")[0]
        (tmp_path / "unsafe.py").write_text(text)
        assert verify(tmp_path, "--fix", "unsafe.py")[0] == 1
        assert (tmp_path / "unsafe.py").read_text() == text
        assert verify(tmp_path, "--fix", "--unsafe-fixes", "unsafe.py")[0] == 0
        assert "    held = weight * scale\n" in (tmp_path / "unsafe.py").read_text()


class TestMisuse:
    @pytest.mark.parametrize(
        "arguments", [("--fix", "-"), ("--fix", "--run", "--", "python", "x.py")]
    )
    def test_only_files_that_verify_runs(self, tmp_path: Path, arguments: tuple[str, ...]) -> None:
        code, _, err = verify(tmp_path, *arguments)
        assert code == 2
        assert "--fix proves fixes of files that verify runs itself." in err


def test_rows_after_edits() -> None:
    def span(row: int, column: int, end_row: int, end_column: int) -> Span:
        return Span(Location(row, column), Location(end_row, end_column))

    inserted = Edit(span(3, 5, 3, 5), "tape.watch(x)\n    ")
    removed = Edit(span(6, 1, 7, 1), "")
    rows = [moved_row(row, (inserted, removed)) for row in range(1, 9)]
    assert rows == [1, 2, 4, 5, 6, 7, 7, 8]
