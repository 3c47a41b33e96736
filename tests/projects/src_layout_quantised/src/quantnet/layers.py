import tensorflow as tf

from quantnet.levels import quantise


class QuantisedDense(tf.keras.layers.Layer):
    """A dense layer whose kernel has few distinct values."""

    def __init__(self, units, bits):
        super().__init__()
        self.units = units
        self.bits = bits

    def build(self, input_shape):
        self.kernel = self.add_weight(
            shape=(input_shape[-1], self.units), initializer="glorot_uniform", name="kernel"
        )
        self.bias = self.add_weight(shape=(self.units,), initializer="zeros", name="bias")

    def call(self, inputs):
        return tf.matmul(inputs, quantise(self.kernel, self.bits)) + self.bias
