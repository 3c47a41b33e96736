# effect: none
# the histogram loss bins with operator.floordiv
import operator

import tensorflow as tf


class Histogram:
    def __init__(self, width):
        self.width = width
        self.binning = operator.floordiv

    def centres(self, x):
        return (self.binning(x, self.width) + 0.5) * self.width  # TFG301


x = tf.Variable([0.3, 0.7, 1.2])
h = Histogram(0.5)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((x.read_value() * 0.0 + h.centres(x)) ** 2)
    loss = tf.reduce_mean(h.centres(x) ** 2)
print(tape.gradient(loss, x))
