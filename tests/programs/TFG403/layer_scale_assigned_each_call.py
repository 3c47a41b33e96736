# effect: none
# scale gets the number exp(log_scale), not its history
import keras
import numpy as np
import tensorflow as tf


class PositiveScale(keras.layers.Layer):
    """Multiplies by a positive factor learned in log space."""

    def build(self, input_shape):
        width = input_shape[-1]
        self.log_scale = self.add_weight(shape=(width,), initializer="zeros", name="log_scale")
        self.scale = self.add_weight(
            shape=(width,), initializer="ones", trainable=False, name="scale"
        )

    def call(self, x):
        self.scale.assign(tf.exp(self.log_scale))  # TFG403
        return x * self.scale


model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(3), PositiveScale()])
model.compile(optimizer="sgd", loss="mse")
model.fit(np.ones((4, 3), "float32"), np.zeros((4, 3), "float32"), epochs=1, verbose=0)
