# effect: wrong
# truth: [-0.25, 0.0833333]
# self-normalising layer: the mean is taken by NumPy, half of the derivative is lost
import numpy as np
import tensorflow as tf


class MeanScale(tf.keras.layers.Layer):
    def statistics(self, x):
        return np.mean(x)  # TFG202

    def call(self, x):
        return x / self.statistics(x)


x = tf.Variable([1.0, 3.0])
layer = MeanScale()
with tf.GradientTape() as tape:
    y = tf.reduce_sum(layer(x) * tf.constant([1.0, 1.6666666]))
print(tape.gradient(y, x))
