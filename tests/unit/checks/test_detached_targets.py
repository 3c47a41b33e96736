"""What keeps a gradient from weights that are not known: nothing beside them."""

from __future__ import annotations

from tflintgrad import check_source

# The weights are plain tensors, so the layer has none. A slice of the data is no cause.
PLAIN_TENSORS = """\
import tensorflow as tf


class Linear(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.w = tf.random.normal([3, 2])

    def forward(self, x):
        return tf.matmul(x, self.w)


class Network(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.blocks = [Linear()]

    def step(self, x, y):
        with tf.GradientTape() as tape:
            for block in self.blocks:
                x = block.forward(x)
            loss = tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=x))
        return tape.gradient(loss, self.trainable_weights)


x = tf.ones((8, 3))
y = tf.one_hot([0, 1, 0, 1, 0, 1, 0, 1], depth=2)
Network().step(x[0:4], y[0:4])
"""


def test_data_beside_the_weights_is_no_cause() -> None:
    assert check_source(PLAIN_TENSORS) == []
