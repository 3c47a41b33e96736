"""Layers that turn scores along the signal into a position."""

import tensorflow as tf
from tensorflow import keras


class HardPosition(keras.layers.Layer):
    """The position of the highest score."""

    def __init__(self, length: int, **options) -> None:
        super().__init__(**options)
        self.length = length
        self.score = keras.layers.Dense(length)

    def call(self, signals):
        scores = self.score(signals)
        best = tf.argmax(scores, axis=-1)
        return tf.cast(best, tf.float32)[:, None] / self.length


def warm_up_gradients(layer: HardPosition, signals, places):
    """One step for the layer alone, before it goes into a model."""
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(signals) - places))
    return tape.gradient(loss, layer.trainable_variables)


class SoftPosition(keras.layers.Layer):
    """The expected position under the softmax of the scores: the same idea, with a gradient."""

    def __init__(self, length: int, **options) -> None:
        super().__init__(**options)
        self.length = length
        self.score = keras.layers.Dense(length)

    def call(self, signals):
        weights = tf.nn.softmax(self.score(signals), axis=-1)
        grid = tf.range(self.length, dtype=tf.float32) / self.length
        return tf.reduce_sum(weights * grid, axis=-1, keepdims=True)
