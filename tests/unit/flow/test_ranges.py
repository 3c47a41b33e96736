"""Ranges, probabilities and zeros: what they know of the values of a program."""

from __future__ import annotations

import math

import pytest

from tflintgrad.engine.analyze_program import Program, analysis_lock, program_graph
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.properties.activations import probabilities_of
from tflintgrad.flow.properties.ranges import range_of
from tflintgrad.flow.properties.zeros import ELEMENT, ROW, zero_reason

SETUP = """
import keras
import tensorflow as tf
layers = keras.layers
w = tf.Variable([1.0, 2.0])
x = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
mask = tf.constant([0.0, 1.0])
sequential = keras.Sequential([layers.Dense(4), layers.Dense(2, activation="softmax")])
inputs = keras.Input((2,))
functional = keras.Model(inputs, layers.Dense(2)(inputs))
"""


def value_of(expression: str) -> Value:
    """Return the value of an expression as the target of a query."""
    text = f"{SETUP}with tf.GradientTape() as tape:\n    result = [{expression}]\n"
    text += "tape.gradient(result, w)\n"
    with analysis_lock:
        graph = program_graph(Program(text, "program.py"))
    target = graph.queries[-1].target
    assert isinstance(target, Sequence)
    return target.items[0]


@pytest.mark.parametrize(
    ("expression", "low", "high"),
    [
        ("tf.nn.relu(w)", 0.0, math.inf),
        ("tf.sigmoid(w)", 0.0, 1.0),
        ("-tf.square(w)", -math.inf, 0.0),
        ("tf.tanh(w) * 3.0", -3.0, 3.0),
        ("tf.clip_by_value(w, -2.0, 5.0)", -2.0, 5.0),
        ("tf.maximum(w, 1e-3)", 1e-3, math.inf),
        ("w - tf.reduce_max(w)", -math.inf, 0.0),
        ("tf.matmul(x, x) + 1.0", -math.inf, math.inf),
        ("layers.Dense(3)(x)", -math.inf, math.inf),
        ("layers.Dense(3, 'relu')(x)", 0.0, math.inf),
        ("tf.reshape(layers.Dense(3, activation=tf.tanh)(x), [-1])", -1.0, 1.0),
        ("functional(x)", -math.inf, math.inf),
        ("sequential(x)", 0.0, 1.0),
        ("tf.reduce_sum(tf.abs(w)) + 1.0", 1.0, math.inf),
    ],
)
def test_known_ranges(expression: str, low: float, high: float) -> None:
    found = range_of(value_of(expression))
    assert found is not None
    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize("expression", ["unknown(w)", "w ** 3", "tf.nn.leaky_relu(w, 0.1)"])
def test_what_is_not_known(expression: str) -> None:
    assert range_of(value_of(expression)) is None


@pytest.mark.parametrize(
    ("expression", "bare"),
    [("sequential(x)", True), ("tf.nn.softmax(w)", True), ("tf.sigmoid(w)[0]", False)],
)
def test_probabilities(expression: str, bare: bool) -> None:
    found = probabilities_of(value_of(expression))
    assert found is not None
    assert found.bare == bare


@pytest.mark.parametrize("expression", ["functional(x)", "tf.math.log(tf.nn.softmax(w))", "w"])
def test_no_probabilities(expression: str) -> None:
    assert probabilities_of(value_of(expression)) is None


@pytest.mark.parametrize(
    ("expression", "part", "zero"),
    [
        ("tf.nn.relu(w)", ELEMENT, True),
        ("w * mask", ELEMENT, True),
        ("w * mask", ROW, False),
        ("x * mask[:, None]", ROW, True),
        ("x[:, None] - x[None]", ROW, True),
        ("tf.maximum(w, 0.0)", ELEMENT, False),
        ("tf.where(w > 0.0, w, 0.0)", ELEMENT, False),
        ("w * mask + 1e-6", ELEMENT, False),
        ("tf.nn.relu(w) + 1.0", ELEMENT, False),
        ("layers.Dense(2, activation='relu')(x)", ELEMENT, True),
    ],
)
def test_zeros(expression: str, part: int, zero: bool) -> None:
    assert (zero_reason(value_of(expression), part) is not None) == zero
