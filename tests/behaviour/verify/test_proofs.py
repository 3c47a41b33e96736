"""Proofs of fixes: what the runs before and after an edit show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Edit, Fix, Location, Span
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.verify import sandbox
from tflintgrad.verify.fix_proofs import Proof, proof_of
from tflintgrad.verify.judges import judge
from tflintgrad.verify.program_runs import ProgramRuns
from tflintgrad.verify.runner_client import Runner

pytestmark = pytest.mark.tensorflow

LOST = """\
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square({}))
print(tape.gradient(loss, w))
"""
#: A part of the gradient passes, and finite differences have an error of their own.
PART = """\
import numpy as np
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(w - 0.3 * {}))
print(tape.gradient(loss, w))
"""
SINGULAR = """\
import tensorflow as tf

w = tf.Variable([0.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum({})
print(tape.gradient(loss, w))
"""
TRACED = """\
import tensorflow as tf


@tf.function
def product(x, v):
    y = tf.sin(x) * x
    return tf.gradients(y, x, {}=v)


print(product(tf.constant([1.0, 2.0]), tf.constant([1.0, 0.0])))
"""
#: The judge's correction has one line more than the program.
REGULARIZED = """\
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(1, "relu", kernel_initializer="ones",
     kernel_regularizer="l2")]
)
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = {}
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


step(tf.constant([[1.0]]))
"""

CASES = [
    (LOST, "w.numpy()", "w", ""),
    (LOST, "w.numpy()", "2.0 * w", "the fix changes the value that is differentiated"),
    (LOST, "w.numpy()", "tf.stop_gradient(w)", "the verdict on the fixed program is confirmed"),
    (LOST, "w.numpy()", "tf.abs(v)", "the fixed program ends with NameError"),
    (PART, "np.mean(w)", "tf.reduce_mean(w)", ""),
    (PART, "np.mean(w)", "tf.reduce_sum(w)", "the fix changes the value"),
    (PART, "np.mean(w)", "tf.constant(1.5)", "the verdict on the fixed program is "),
    (SINGULAR, "tf.sqrt(w)", "tf.sqrt(w + 1e-12)", ""),
    (SINGULAR, "tf.sqrt(w)", "tf.sqrt(w + 1.0)", "the fix changes the value"),
    (SINGULAR, "tf.sqrt(w)", "tf.sqrt(tf.stop_gradient(w))", "the verdict on the fixed program"),
    (TRACED, "output_gradients", "grad_ys", ""),
    (TRACED, "output_gradients", "grad_y", "the verdict on the fixed program is confirmed"),
    (
        REGULARIZED,
        "tf.reduce_mean(model(x) ** 2)",
        "tf.reduce_mean(model(x) ** 2) + tf.add_n(model.losses)",
        "",
    ),
    (
        REGULARIZED,
        "tf.reduce_mean(model(x) ** 2)",
        "2.0 * tf.reduce_mean(model(x) ** 2)",
        "the verdict on the fixed program is confirmed",
    ),
]


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    # The programs are our own, so they may run without a sandbox.
    running = Runner(unsafe=not sandbox.probe().complete)
    yield running
    running.close()


def proof(runner: Runner, path: Path, template: str, wrong: str, other: str) -> Proof:
    """Return the proof of a fix that writes other code into the template."""
    text = template.format(wrong)
    path.write_text(text)
    row = template[: template.index("{}")].count("\n") + 1
    column = template.split("\n")[row - 1].index("{}") + 1
    span = Span(Location(row, column), Location(row, column + len(wrong)))
    result = check_text(text, str(path), Settings())
    (finding,) = result.findings
    finding = replace(finding, fix=Fix("a fix", (Edit(span, other),)))
    runs = ProgramRuns(runner, str(path), (finding,))
    found = proof_of([[runs]], finding, judge(runs, finding))
    assert found is not None
    return found


@pytest.mark.parametrize(("template", "wrong", "other", "objection"), CASES)
def test_proofs(
    runner: Runner, tmp_path: Path, template: str, wrong: str, other: str, objection: str
) -> None:
    found = proof(runner, tmp_path / "program.py", template, wrong, other)
    assert found.holds == (not objection)
    assert found.sentence.startswith(
        objection or "TensorFlow shows that the fixed program is right"
    )
