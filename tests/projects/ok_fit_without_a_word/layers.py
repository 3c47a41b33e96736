import keras
import numpy as np
from keras import ops


class Positions(keras.layers.Layer):
    """Adds waves to vectors; how much of them is learned."""

    def build(self, input_shape):
        _, length, width = input_shape
        rates = 1.0 / np.power(100.0, np.arange(width) / width)
        self.waves = np.sin(np.arange(length)[:, None] * rates).astype("float32")
        self.amount = self.add_weight(shape=(width,), initializer="ones", name="amount")
        self.calls = self.add_weight(
            shape=(), initializer="zeros", trainable=False, dtype="int32", name="calls"
        )

    def call(self, vectors):
        self.calls.assign(self.calls + 1)
        return vectors + self.amount * ops.convert_to_tensor(self.waves)


class Gate(keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], 1), name="kernel")

    def call(self, vectors):
        openness = ops.sigmoid(ops.matmul(vectors, self.kernel))
        return ops.sum(openness * vectors, axis=1)
