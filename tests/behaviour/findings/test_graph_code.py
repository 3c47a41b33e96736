"""Code for TensorFlow 1: what runs once while a graph is built, and what a session fetches.

These programs need a TensorFlow that builds graphs, so no judge runs them.
"""

from __future__ import annotations

from tflintgrad import check_source

RANDOM_DATA = """\
import unittest
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def gradient(data, weight):
    inputs = tf.constant(data, tf.float32)
    return tf.gradients(tf.reduce_sum(tf.matmul(inputs, weight) ** 2), inputs)[0]


class TestGradient(unittest.TestCase):
    def test_scale(self):
        weight = tf.ones((4, 1))
        data = np.random.rand(8, 4)
        for scale in [1.0, 10.0]:
            self.assertTrue(tf.Session().run(gradient(scale * data, weight)).any())
"""


def codes(source: str) -> list[str]:
    return [finding.code for finding in check_source(source)]


def test_random_data_of_a_graph() -> None:
    assert codes(RANDOM_DATA) == []
    traced = RANDOM_DATA.replace("tf.disable_v2_behavior()\n", "")
    traced = traced.replace("tensorflow.compat.v1", "tensorflow").replace("tf.Session().run", "")
    traced = traced.replace("    def test", "    @tf.function\n    def test")
    assert codes(traced) == ["TFG413"]


FETCHED = """\
import numpy as np
import tensorflow as tf
from sessions import fetcher

graph = tf.Graph()
with graph.as_default():
    weight = tf.get_variable("weight", (3,))
    start = tf.placeholder(tf.float32, (3,))
    fetch = fetcher([start], tf.reduce_sum((weight - start) ** 2))
    length = np.sqrt(abs(fetch(np.ones(3))))
    for step in range(2):
        gradient = tf.gradients(tf.reduce_sum(weight**2) / length, [weight])
"""


def test_numbers_that_a_session_fetched() -> None:
    assert codes(FETCHED) == []
    symbolic = FETCHED.replace("fetch(np.ones(3))", "tf.reduce_sum(weight)")
    assert codes(symbolic) == ["TFG202"]


LOSS_OF_A_LAYER = """\
import keras.backend as K
from keras.layers import Embedding, Layer
from keras.models import Sequential


def likelihood(y_true, y_pred):
    layer, index = y_pred._keras_history[:2]
    return layer.likelihood(y_true, layer._inbound_nodes[index].input_tensors[0])


class Decoder(Layer):
    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], 3))

    def call(self, states):
        return K.one_hot(K.argmax(K.dot(states, self.kernel), -1), 3)

    def likelihood(self, y_true, states):
        return K.sum(y_true * K.dot(states, self.kernel))


model = Sequential([Embedding(10, 4), Decoder()])
model.compile("adam", loss=likelihood)
model.fit([[1, 2]], [[0, 1]])
"""


def test_a_loss_that_asks_for_the_layer() -> None:
    """Keras of TensorFlow 1 gives it the layer's inputs, whatever the layer returns."""
    assert codes(LOSS_OF_A_LAYER) == []
    assert codes(LOSS_OF_A_LAYER.replace("loss=likelihood", 'loss="mse"')) == ["TFG301"]


OPTIMIZER = """\
from keras import backend as K
from keras.optimizers import Optimizer


class Slow(Optimizer):
    def __init__(self, rate=0.1, **kwargs):
        super().__init__(**kwargs)
        self.rate = K.variable(rate)

    def get_updates(self, loss, params):
        gradients = self.get_gradients(loss, params)
        rate = self.rate
        rate *= 0.5
        return [K.update_sub(p, rate * g) for p, g in zip(params, gradients)]
"""


def test_variables_of_keras_for_graphs() -> None:
    """TensorFlow 1 makes a tensor of `variable *= factor`."""
    assert codes(OPTIMIZER) == []
    assert codes(OPTIMIZER.replace("self.get_gradients(loss, params)", "loss")) == ["TFG410"]
