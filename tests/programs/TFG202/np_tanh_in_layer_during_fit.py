# effect: error
# raises: NotImplementedError
# a Layer.call uses np.tanh; fit traces it
import numpy as np
import tensorflow as tf


class Squash(tf.keras.layers.Layer):
    def __init__(self, fn=np.tanh):
        super().__init__()
        self.fn = fn
        self.gain = self.add_weight(shape=(), initializer="ones")

    def call(self, x):
        return self.fn(self.gain * x)  # TFG202

    def compute_output_shape(self, s):
        return s


inp = tf.keras.layers.Dense(2)
squash = Squash()


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(squash(inp(x)))
    return tape.gradient(loss, squash.trainable_variables)


step(tf.ones((2, 2)))
