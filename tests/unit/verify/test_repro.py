"""`tflintgrad.verify.repro`: small programs that show the effect of a finding."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.judge import Judge, read_cases
from tests.support.judge import Program as LabelledProgram
from tests.support.paths import MISSED, PROGRAMS
from tflintgrad import __version__, check_source
from tflintgrad.checks.base import Problem
from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding
from tflintgrad.engine.analyze_program import Program, find_problems_in
from tflintgrad.verify.repro import NotReproducible, Reproduction, path_repro, reproduce

LIBRARY = """\
import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, encoder, optimizer):
        self.encoder = encoder
        self.optimizer = optimizer

    def train_step(self, batch, labels):
        with tf.GradientTape() as tape:
            logits = self.encoder(batch, training=True)
            error = np.mean((logits.numpy() - labels) ** 2)
            loss = tf.convert_to_tensor(error)
        return tape.gradient(loss, self.encoder.trainable_variables)


def late(net, x, y):
    with tf.GradientTape() as tape:
        out = net(x)
    loss = tf.reduce_mean(tf.square(out - y))
    return tape.gradient(loss, net.trainable_variables)


def masked_entropy(model, x):
    with tf.GradientTape() as tape:
        p = model(x)
        entropy = tf.reduce_sum(tf.where(p > 0.0, p * tf.math.log(p), 0.0))
    return tape.gradient(entropy, model.trainable_variables)


def saliency(critic, x):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        scores = critic(x)
    return tape.gradient(scores, x)


def history(start, n):
    w = tf.Variable(start)

    @tf.function
    def run():
        kept = []
        with tf.GradientTape() as tape:
            for i in tf.range(n):
                kept.append(w * tf.cast(i, tf.float32))
            loss = tf.add_n(kept)
        return tape.gradient(loss, w)

    return run()
"""

GOLDEN = {
    "TFG201": """\
# Reduced from library.py:13 by tflintgrad VERSION (TFG201):
# `.numpy()` leaves TensorFlow, so no gradient reaches `encoder`
# Replaced: `self.encoder(batch, training=True)` by `tf.tanh(weights)`

import numpy as np
import tensorflow as tf

weights = tf.Variable([[0.7, 1.3], [0.4, 0.9]])  # stands for the weights of `encoder`
labels = tf.constant([[0.3, 0.8], [1.6, 0.6]])

with tf.GradientTape() as tape:
    logits = tf.tanh(weights)
    error = np.mean((logits.numpy() - labels) ** 2)  # library.py:13
    loss = tf.convert_to_tensor(error)
print(tape.gradient(loss, weights))  # TensorFlow gives None
""",
    "TFG101": """\
# Reduced from library.py:21 by tflintgrad VERSION (TFG101):
# `out - y` is computed outside the tape, so no gradient reaches `net`
# Replaced: `net(x)` by `tf.tanh(weights)`

import tensorflow as tf

weights = tf.Variable([[0.7, 1.3], [0.4, 0.9]])  # stands for the weights of `net`
y = tf.constant([[0.3, 0.8], [1.6, 0.6]])

with tf.GradientTape() as tape:
    out = tf.tanh(weights)
loss = tf.reduce_mean(tf.square(out - y))  # library.py:21
print(tape.gradient(loss, weights))  # TensorFlow gives None
""",
    "TFG601": """\
# Reduced from library.py:28 by tflintgrad VERSION (TFG601):
# `tf.math.log` is also computed where `tf.where` discards it, and its gradient there is NaN

import tensorflow as tf

p = tf.Variable([[0.0, 1.3], [0.4, 0.9]])  # stands for `model(x)`

with tf.GradientTape() as tape:
    entropy = tf.reduce_sum(tf.where(p > 0.0, p * tf.math.log(p), 0.0))  # library.py:28
print(tape.gradient(entropy, p))  # TensorFlow gives NaN or infinity
""",
}

SCRIPT = """\
import tensorflow as tf

names = ["a", "b"]
print("training", names)
x = tf.Variable(3.0)
other = tf.Variable(4.0)


def half(value):
    return tf.floor(value / 2.0)


def unused(value):
    return value


with tf.GradientTape() as tape:
    y = half(x)
g = tape.gradient(y, x)
print("done", names, g)
"""

SLICE = """\
# Reduced from script.py:10 by tflintgrad VERSION (TFG301):
# `tf.floor` has no gradient, so no gradient reaches `x`

import tensorflow as tf

x = tf.Variable(3.0)

def half(value):
    return tf.floor(value / 2.0)

with tf.GradientTape() as tape:
    y = half(x)
g = tape.gradient(y, x)
print(g)  # TensorFlow gives None
"""


TRACED_LOSS = """\
import tensorflow as tf


def penalty(places):
    return tf.square(tf.constant(places.numpy()))


class Loss(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.reduce_mean(tf.square(y_true - y_pred)) + penalty(y_pred)
"""


def problems(text: str, filename: str) -> dict[str, tuple[Finding, Problem]]:
    return {
        finding.code: (finding, problem)
        for finding, problem in find_problems_in(Program(text, filename, exact=True))
    }


def library(code: str) -> Reproduction:
    return reproduce(*problems(LIBRARY, "library.py")[code], LIBRARY)


@pytest.mark.parametrize("code", GOLDEN)
def test_path_is_readable(code: str) -> None:
    assert library(code).text == GOLDEN[code].replace("VERSION", __version__)


def test_slice_is_readable() -> None:
    found = reproduce(*problems(SCRIPT, "script.py")["TFG301"], SCRIPT)
    assert found.text == SLICE.replace("VERSION", __version__)
    rows = found.text.splitlines()
    assert "tf.floor" in rows[found.cut_row - 1]
    assert "tape.gradient" in rows[found.query_row - 1]
    assert found.stand_ins == ()


def test_rows_and_stand_ins() -> None:
    found = library("TFG201")
    rows = found.text.splitlines()
    assert ".numpy()" in rows[found.cut_row - 1]
    assert "tape.gradient(" in rows[found.query_row - 1]
    assert found.stand_ins == (
        "the weights of `encoder` by `weights`",
        "`self.encoder(batch, training=True)` by `tf.tanh(weights)`",
    )


def test_unwatched_stays_unwatched() -> None:
    assert "x = tf.constant(" in library("TFG102").text
    assert "watch" not in library("TFG102").text.split("import")[1]


def test_loop_and_trace_are_kept() -> None:
    written = library("TFG404").text
    assert "@tf.function\ndef step(cast):" in written
    assert "        for _ in tf.range(3):" in written


@pytest.mark.tensorflow
def test_trace_is_given_its_tensors(tmp_path: Path) -> None:
    """`.numpy()` of a tensor from outside would work in a trace, too."""
    (tmp_path / "losses.py").write_text(TRACED_LOSS)
    finished = tflintgrad("repro", "--run", "losses.py:5", cwd=tmp_path)
    assert "def step(y_pred, y_true):" in finished.stdout
    assert "# confirmed: TensorFlow raises AttributeError" in finished.stdout


def test_watch_is_kept() -> None:
    text = """\
import tensorflow as tf


def score(f, x):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        y = tf.round(f(x))
        tape.watch(x)
    return tape.gradient(y, x)
"""
    found = [
        path_repro.reproduce(*pair).text
        for pair in find_problems_in(Program(text, "score.py", exact=True))
    ]
    assert found
    assert all("watch_accessed_variables=False" in written for written in found)


def test_hygiene_is_not_reproducible() -> None:
    text = """\
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * x
print(tape.gradient(y, x), tape.gradient(y, x))
"""
    pair = problems(text, "kept.py")["TFG902"]
    with pytest.raises(NotReproducible, match="changes no gradient"):
        reproduce(*pair, text)


def test_without_text_there_is_a_reason() -> None:
    text = """\
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
a = tape.gradient(y, x)
b = tape.gradient(y, x)
"""
    pair = problems(text, "twice.py")["TFG105"]
    with pytest.raises(NotReproducible, match="text is missing"):
        reproduce(*pair)
    assert "a = tape.gradient" in reproduce(*pair, text).text


CASES = [case for case in read_cases(PROGRAMS) if case.folder != MISSED.name]
LOST = [case for case in CASES if case.marks and case.label.effect in ("none", "zero", "nan")]
#: What only shows after `compile`, or in `fit`.
KERAS = ("evaluate_as_loss", "metric_object_as_compiled_loss")
SAMPLE = [case for place, case in enumerate(LOST) if place % 12 == 0 or case.name in KERAS]
#: Programs whose reproduction does not show the effect on TensorFlow: shapes or types do not fit.
NOT_SHOWN = frozenset(
    {
        "TFG101/context_class_wrapping_tape",
        "TFG101/helper_called_in_query",
        "TFG101/parameters_unflattened_before_tape",
        "TFG101/tape_left_too_early_by_hand",
        "TFG101/tensorarray_rnn_stack_in_caller",
        "TFG102/input_of_a_wrapped_tape",  # a text names the class
        "TFG201/gae_numpy_used_in_value_loss",
        "TFG201/lstm_state_carried_by_numpy",
        "TFG201/namedtuple_transition_item",
        "TFG203/operator_overloading_class",
        "TFG207/maml_clone_set_weights",
        "TFG207/penalty_from_weights_copied_to_numpy",
        "TFG208/embeddings_batched_by_from_tensors",
        "TFG301/lambda_layer_argmax_functional",
        "TFG301/vqvae_without_straight_through",
        "TFG306/top_k_hit_loss_in_fit",
        "TFG403/memory_rows_scatter_update",
        "TFG403/stateful_cell_reads_assigned_state",
        "TFG405/loop_variable_returned_unwritten",
        "TFG405/unstack_result_dropped",
        "TFG405/write_dropped_in_unrolled_loop",
        "TFG602/std_of_equal_initial_weights",
        "TFG607/masked_policy_of_a_network",  # a mask of another shape
    }
)
every_sample = pytest.mark.parametrize("case", SAMPLE, ids=lambda case: str(case.test_id))


def reproductions(case: LabelledProgram) -> list[tuple[Finding, Reproduction]]:
    """Return the slice and the rebuilt path of each finding, where there are any."""
    made: list[tuple[Finding, Reproduction]] = []
    for finding, problem in find_problems_in(Program(case.text, f"{case.name}.py", exact=True)):
        if finding.effect == "wrong" or (finding.span.start.row, finding.code) not in case.marks:
            continue
        made.append((finding, reproduce(finding, problem, case.text)))
        try:
            made.append((finding, path_repro.reproduce(finding, problem)))
        except NotReproducible as reason:
            assert str(reason)
    return made


def test_what_keras_needs_is_kept() -> None:
    evaluated, trained = (case for case in SAMPLE if case.name in KERAS)
    assert all('net.compile(loss="mse")' in found.text for _, found in reproductions(evaluated))
    assert all("model.fit(" in found.text for _, found in reproductions(trained))
    assert len(reproductions(evaluated)) == 2


def test_most_paths_can_be_rebuilt() -> None:
    made = [reproductions(case) for case in SAMPLE]
    assert sum(len(found) > 1 for found in made) >= 0.6 * len(SAMPLE)


@every_sample
def test_same_finding_in_reproduction(case: LabelledProgram) -> None:
    for finding, found in reproductions(case):
        ast.parse(found.text)
        settings = Settings(select=(finding.code,))
        again = check_source(found.text, "reduced.py", settings)
        assert finding.code in {other.code for other in again}, found.text


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=case.test_id,
            marks=pytest.mark.xfail(reason="does not run") if case.test_id in NOT_SHOWN else (),
        )
        for case in SAMPLE
    ],
)
def test_effect_of_reproduction(judge: Judge, case: LabelledProgram) -> None:
    for finding, found in reproductions(case):
        outcome = judge.run(found.text)
        assert outcome.effect_shown(finding.effect, None, finding.raises) is None, found.text


@pytest.mark.tensorflow
@pytest.mark.parametrize("code", ["TFG201", "TFG101", "TFG601", "TFG102", "TFG404"])
def test_effect_of_rebuilt_path(judge: Judge, code: str) -> None:
    finding, problem = problems(LIBRARY, "library.py")[code]
    outcome = judge.run(reproduce(finding, problem, LIBRARY).text)
    assert outcome.effect_shown(finding.effect, None, finding.raises) is None
