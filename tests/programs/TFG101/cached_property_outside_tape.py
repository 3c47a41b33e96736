# effect: none
# a cached property is filled by a print before the training starts
from functools import cached_property

import tensorflow as tf


class Covariance:
    def __init__(self):
        self.factor = tf.Variable([[1.0, 0.0], [0.5, 2.0]])

    @cached_property
    def matrix(self):
        return self.factor @ tf.transpose(self.factor)  # TFG101


cov = Covariance()
print("start", cov.matrix)
with tf.GradientTape() as tape:
    loss = tf.linalg.trace(cov.matrix)
print(tape.gradient(loss, cov.factor))
