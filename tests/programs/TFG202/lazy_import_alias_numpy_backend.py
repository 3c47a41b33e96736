# effect: none
# a backend switch picks NumPy for the "fast" path
import numpy
import tensorflow as tf


class Backend:
    def __init__(self, name):
        self.xp = numpy if name == "numpy" else tf.math

    def exp(self, x):
        return self.xp.exp(x)  # TFG202


backend = Backend("numpy")
rate = tf.Variable(0.3)
with tf.GradientTape() as tape:
    survival = tf.reduce_sum(backend.exp(-rate * tf.constant([1.0, 2.0])))
print(tape.gradient(survival, rate))
