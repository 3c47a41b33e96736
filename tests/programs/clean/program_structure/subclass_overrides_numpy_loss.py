# effect: ok
# the same base class, but the subclass replaces the NumPy method by TensorFlow ops
import numpy as np
import tensorflow as tf


class Regulariser:
    def __init__(self, strength):
        self.strength = strength

    def measure(self, w):
        return np.square(w).sum()

    def __call__(self, w):
        return self.strength * self.measure(w)


class Traceable(Regulariser):
    def measure(self, w):
        return tf.reduce_sum(tf.square(w))


w = tf.Variable([1.0, 2.0])
reg = Traceable(0.1)
with tf.GradientTape() as tape:
    loss = reg(w)
print(tape.gradient(loss, w), Regulariser(1.0)(np.ones(2)))
