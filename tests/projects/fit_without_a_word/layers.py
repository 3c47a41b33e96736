import keras
from keras import ops


class MonotoneDense(keras.layers.Layer):
    """A dense layer with a positive kernel: the output grows with every input."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.raw = self.add_weight(
            shape=(input_shape[-1], self.units), initializer="glorot_uniform", name="raw"
        )
        self.bias = self.add_weight(shape=(self.units,), initializer="zeros", name="bias")
        self.kernel = ops.softplus(self.raw)  # TFG804

    def call(self, inputs):
        return ops.matmul(inputs, self.kernel) + self.bias
