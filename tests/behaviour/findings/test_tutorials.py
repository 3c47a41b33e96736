"""Fifteen shapes that tutorials on tapes, loops and nested gradients show, several of them wrongly.

The programs are our own; the shapes are what people copy. What a tutorial claims does not count:
TensorFlow says what happens, and the linter must say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.expected_findings import assert_as_marked, lint
from tests.support.judge import Judge, Label, Program
from tests.support.judge.outcome import close
from tests.support.verifier import Verifier, verdict_of


@dataclass(frozen=True)
class Tutorial:
    name: str
    text: str
    effect: str = "ok"
    gives: tuple[float, ...] | None = None
    """The numbers of the last query, where there are any."""
    truth: tuple[float, ...] | None = None
    raises: str | None = None

    @property
    def program(self) -> Program:
        label = Label(effect=self.effect, truth=self.truth, raises=self.raises)
        return Program(name=self.name, text=self.text, label=label)


PYTHON_LOOP = """\
import tensorflow as tf

base = tf.Variable(2.0)
with tf.GradientTape() as tape:
    power = tf.constant(1.0)
    for _ in range(3):
        power = power * base
print(tape.gradient(power, base))
"""

TF_RANGE_LOOP = """\
import tensorflow as tf

base = tf.Variable(2.0)


@tf.function
def cube():
    power = tf.constant(1.0)
    for _ in tf.range(3):
        power = power * base
    return power


with tf.GradientTape() as tape:
    volume = cube()
print(tape.gradient(volume, base))
"""

TWO_ACCUMULATORS = """\
import tensorflow as tf

width = tf.Variable(2.0)
height = tf.Variable(1.0)


@tf.function
def surface(count):
    squares = tf.constant(0.0)
    rectangles = tf.constant(0.0)
    for _ in tf.range(count):
        squares += width * width
        rectangles += width * height
    return squares + rectangles


with tf.GradientTape() as tape:
    total = surface(tf.constant(3))
print(tape.gradient(total, [width, height]))
"""

WATCHED_CONSTANT = """\
import tensorflow as tf

amount = tf.constant([1.0, 2.0, 3.0])
price = tf.constant([4.0, 5.0, 6.0])
with tf.GradientTape() as tape:
    tape.watch(amount)
    cost = amount * price
print(tape.gradient(cost, amount))
"""

STACK_AFTER_TAPE = """\
import tensorflow as tf

amount = tf.Variable([1.0, 2.0, 3.0])
price = tf.constant([4.0, 5.0, 6.0])
with tf.GradientTape() as tape:
    costs = tf.TensorArray(tf.float32, size=3)
    for item in range(3):
        costs = costs.write(item, amount[item] * price[item])
total = costs.stack()  # TFG101
print(tape.gradient(total, amount))
"""

OVERWRITTEN = """\
import tensorflow as tf

amount = tf.Variable([1.0, 2.0, 3.0])
price = tf.constant([4.0, 5.0, 6.0])
with tf.GradientTape() as tape:
    total = 0.0
    for item in range(3):
        total = amount[item] * price[item]  # TFG501
print(tape.gradient(total, amount))
"""

NESTED_FUNCTIONS = """\
import tensorflow as tf


def energy(speed):
    def squared(value):
        return value * value

    def scaled(value):
        return 3.0 * squared(value)

    return scaled(speed)


speed = tf.Variable(3.0)
with tf.GradientTape() as tape:
    result = energy(speed)
print(tape.gradient(result, speed))
"""

COND_IN_NESTED_FUNCTION = """\
import tensorflow as tf


def tariff(amount):
    def charge(value):
        return tf.cond(value > 10.0, lambda: 5.0 * value, lambda: value * value)

    return charge(amount)


amount = tf.Variable(12.0)
with tf.GradientTape() as tape:
    price = tariff(amount)
print(tape.gradient(price, amount))
"""

PERSISTENT = """\
import tensorflow as tf

side = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    area = side * side
    volume = area * side
print(tape.gradient(area, side))
print(tape.gradient(volume, side))
del tape
"""

WHILE_LOOP_SCALAR = """\
import tensorflow as tf

growth = tf.Variable(2.0)
steps = 3


def body(step, size, sizes):
    size = size * growth
    return step + 1, size, sizes.write(step, size)


with tf.GradientTape() as tape:
    start = (tf.constant(0), tf.constant(1.0), tf.TensorArray(tf.float32, size=steps))
    _, _, sizes = tf.while_loop(lambda step, *_: step < steps, body, start)
    trajectory = sizes.stack()
print(tape.jacobian(trajectory, growth))
"""

WHILE_LOOP_MATRIX = """\
import tensorflow as tf

transition = tf.Variable([[0.5, 0.1], [0.2, 0.4]])
steps = 4


def body(step, state, norms):
    state = tf.linalg.matvec(transition, state)
    return step + 1, state, norms.write(step, tf.reduce_sum(state))


with tf.GradientTape() as tape:
    start = (tf.constant(0), tf.constant([1.0, 2.0]), tf.TensorArray(tf.float32, size=steps))
    _, _, norms = tf.while_loop(lambda step, *_: step < steps, body, start)
    trajectory = norms.stack()
print(tape.jacobian(trajectory, transition).shape)
"""

FRAGMENT = """\
with tf.GradientTape() as tape:
    predictions = model(features, training=True)
    loss = loss_fn(labels, predictions)
gradients = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
"""

HESSIAN_VECTOR_PRODUCT = """\
import tensorflow as tf

weight = tf.Variable([1.0, 2.0])
direction = tf.constant([1.0, 0.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_sum(weight**3)
    gradient = inner.gradient(loss, weight)
print(outer.gradient(gradient, weight, output_gradient=direction))  # TFG503
"""

LEARNED_LEARNING_RATE = """\
import tensorflow as tf

weight = tf.Variable(3.0)
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
with tf.GradientTape() as outer:
    outer.watch(optimizer.learning_rate)  # TFG112
    with tf.GradientTape() as inner:
        loss = weight**2
    gradient = inner.gradient(loss, weight)
    optimizer.apply_gradients([(gradient, weight)])  # TFG408
    after = weight**2
print(outer.gradient(after, optimizer.learning_rate))
"""

RESET_AFTER_USE = """\
import tensorflow as tf

position = tf.Variable(1.0)
with tf.GradientTape(persistent=True) as tape:
    height = tf.constant(0.0)
    for _ in range(3):
        height = position * position  # TFG501
        position.assign_add(1.0)
print(tape.gradient(height, position))
tape.reset()  # TFG113
"""

TUTORIALS = [
    Tutorial("python_loop", PYTHON_LOOP, gives=(12.0,)),
    Tutorial("tf_range_loop", TF_RANGE_LOOP, gives=(12.0,)),
    Tutorial("two_accumulators", TWO_ACCUMULATORS, gives=(15.0, 6.0)),
    Tutorial("watched_constant", WATCHED_CONSTANT, gives=(4.0, 5.0, 6.0)),
    Tutorial("stack_after_tape", STACK_AFTER_TAPE, effect="none"),
    Tutorial(
        "overwritten", OVERWRITTEN, effect="wrong", gives=(0.0, 0.0, 6.0), truth=(4.0, 5.0, 6.0)
    ),
    Tutorial("nested_functions", NESTED_FUNCTIONS, gives=(18.0,)),
    Tutorial("cond_in_nested_function", COND_IN_NESTED_FUNCTION, gives=(5.0,)),
    Tutorial("persistent", PERSISTENT, gives=(12.0,)),
    Tutorial("while_loop_scalar", WHILE_LOOP_SCALAR, gives=(1.0, 4.0, 12.0)),
    Tutorial("while_loop_matrix", WHILE_LOOP_MATRIX),
    Tutorial("fragment", FRAGMENT, effect="error", raises="NameError"),
    Tutorial("hessian_vector_product", HESSIAN_VECTOR_PRODUCT, effect="error", raises="TypeError"),
    Tutorial("learned_learning_rate", LEARNED_LEARNING_RATE, effect="error", raises="ValueError"),
    Tutorial("reset_after_use", RESET_AFTER_USE, effect="error", raises="ValueError"),
]

every_tutorial = pytest.mark.parametrize(
    "tutorial", TUTORIALS, ids=lambda tutorial: tutorial.program.test_id
)


def test_all_fifteen_are_here() -> None:
    assert len(TUTORIALS) == 15


@pytest.mark.tensorflow
@every_tutorial
def test_tensorflow_agrees(judge: Judge, tutorial: Tutorial) -> None:
    outcome = judge.run(tutorial.text)
    assert outcome.effect_shown(tutorial.effect, tutorial.truth, tutorial.raises) is None
    if tutorial.gives is not None:
        assert outcome.values is not None
        assert close(outcome.values, tutorial.gives)
    if tutorial.name == "while_loop_matrix":
        assert outcome.last is not None
        assert outcome.last.results[0].shape == (4, 2, 2)


@pytest.mark.tensorflow
@every_tutorial
def test_verification_agrees(verifier: Verifier, tmp_path: Path, tutorial: Tutorial) -> None:
    """Verdict and effect are right for every finding that the linter has."""
    for finding in verifier.program(tmp_path, tutorial.text, select="TFG1,TFG4,TFG5"):
        verification = verdict_of(finding)
        assert verification.verdict == "confirmed", verification
        assert verification.effect == finding.effect


@every_tutorial
def test_linter_agrees(tutorial: Tutorial) -> None:
    if tutorial.name == "watched_constant":
        # An elementwise product: summing the target changes nothing, a hint would be bearable.
        findings = lint(tutorial.program, "watched_constant.py").findings
        assert not [finding for finding in findings if finding.severity == "error"]
    else:
        assert_as_marked(tutorial.program, f"{tutorial.name}.py")
