"""`tflintgrad.testing`: the assertion on TensorFlow, and the plugin in a pytest of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.test_quality import PROJECT
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE

PLUGIN = "tflintgrad.testing.pytest_plugin"

LOSSES = """\
import tensorflow as tf

def penalty(weights):
    return tf.reduce_sum(tf.constant((weights * 2.0).numpy()))

def step(weights):
    with tf.GradientTape() as tape:
        total = penalty(weights)
    return tape.gradient(total, weights)

step(tf.Variable([1.0, 2.0]))
"""

TESTS = """\
import pytest
import tensorflow as tf
from losses import penalty
from tflintgrad.testing import GradientError, assert_gradients

w = tf.Variable([1.0, 2.0], name="w")
b = tf.Variable(0.5, name="b")

@tf.custom_gradient
def halved(x):
    return x * x, lambda g: g * x

def problem_of(f, variables, **options):
    with pytest.raises(GradientError) as caught:
        assert_gradients(f, variables, **options)
    return str(caught.value)

def test_right():
    assert_gradients(lambda: tf.exp(w) * b, [w, b])
    assert_gradients(lambda: tf.reduce_sum(tf.abs(w) + tf.nn.relu(w - 1.0)), [w])
    assert w.numpy().tolist() == [1.0, 2.0]

def test_none():
    text = problem_of(lambda: tf.reduce_sum(w.numpy() * b), [w, b])
    assert text.startswith("1 of 2 gradients are lost or wrong:\\n  w")
    assert "None, though f() changes with it (slope" in text
    assert "None, and f() does not change with it" in problem_of(lambda: tf.exp(w), [w, b])

def test_the_path_of_the_linter():
    text = problem_of(lambda: penalty(w), [w])
    assert "losses.py:4: TFG201 " in text
    assert "cut    losses.py:4" in text.replace(str(__file__).removesuffix("test_it.py"), "")

def test_zero():
    assert "zero, and f() changes only with" in problem_of(lambda: tf.nn.relu(-w), [w])
    assert "zero, and f() does not change" in problem_of(lambda: 0.0 * w, [w])
    assert_gradients(lambda: tf.nn.relu(-w), [w], may_be_zero=[w])
    assert "None, and f() changes only with larger" in problem_of(lambda: tf.floor(w + 0.5), [w])

def test_not_finite():
    assert "2 numbers that are NaN or infinite" in problem_of(lambda: tf.sqrt(w - w), [w])

def test_wrong():
    assert "the gradient is wrong: along" in problem_of(lambda: halved(w), [w])

def test_keras():
    import keras
    layers = [keras.layers.Dense(4, activation="tanh"), keras.layers.Dense(1)]
    model = keras.Sequential(layers)
    x = tf.random.stateless_normal((8, 3), (1, 2))
    model(x)
    assert_gradients(lambda: tf.reduce_mean(model(x) ** 2), model.trainable_variables)
    layers[1].call = lambda inputs: tf.stop_gradient(inputs) @ layers[1].kernel
    text = problem_of(lambda: tf.reduce_mean(model(x) ** 2), model.trainable_variables)
    assert text.startswith("3 of 4")
    assert "sequential/dense/kernel (3, 4): the gradient is None" in text

def test_misuse():
    with pytest.raises(ValueError, match="no variables"):
        assert_gradients(lambda: w, [])
    count = iter(range(1000))
    with pytest.raises(ValueError, match="another value each time"):
        assert_gradients(lambda: w * float(next(count)), [w])
"""


def run_pytest(folder: Path, *arguments: str) -> tuple[int, str]:
    variables = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, *arguments],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return finished.returncode, finished.stdout + finished.stderr


@pytest.mark.tensorflow
def test_assertion(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.tflintgrad]\n")
    (tmp_path / "losses.py").write_text(LOSSES)
    (tmp_path / "test_it.py").write_text(TESTS)
    code, output = run_pytest(tmp_path)
    assert code == 0, output
    assert "8 passed" in output


class TestPlugin:
    def test_is_registered(self) -> None:
        assert PROJECT["project"]["entry-points"]["pytest11"] == {"tflintgrad": PLUGIN}

    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        (tmp_path / "pytest.ini").write_text("[pytest]\ntflintgrad_paths = src\n")
        (tmp_path / "src").mkdir()
        (tmp_path / "src" / "train.py").write_text(NUMPY_ESCAPE)
        (tmp_path / "old.py").write_text(NUMPY_ESCAPE)
        (tmp_path / "test_it.py").write_text("def test_one(): pass\n")
        return tmp_path

    def test_findings_fail(self, project: Path) -> None:
        code, output = run_pytest(project, "--tflintgrad")
        assert code == 1
        assert "\nsrc/train.py:5:21: TFG201[numpy-escape]" in output
        assert "old.py" not in output
        assert "Traceback" not in output
        assert "1 failed, 1 passed" in output

    def test_none_pass(self, project: Path) -> None:
        (project / "src" / "train.py").write_text(CLEAN)
        code, output = run_pytest(project, "--tflintgrad")
        assert (code, "2 passed" in output) == (0, True)

    def test_only_on_request(self, project: Path) -> None:
        code, output = run_pytest(project)
        assert (code, "1 passed" in output) == (0, True)

    def test_costs_nothing_otherwise(self) -> None:
        script = f"import sys, {PLUGIN}; print(sorted(sys.modules))"
        command = [sys.executable, "-c", script]
        loaded = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        assert "tflintgrad.engine" not in loaded
        assert "libcst" not in loaded
