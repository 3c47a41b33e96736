# effect: none
# the "fast weights" are deep copies, the gradient is asked for the slow ones
import copy

import tensorflow as tf


class Learner(tf.Module):
    def __init__(self):
        super().__init__()
        self.slow = tf.Variable([1.0, -0.5])

    def fast(self):
        return copy.deepcopy(self.slow)  # TFG209

    def loss(self, x):
        return tf.reduce_sum(tf.square(self.fast() * x - 1.0))


learner = Learner()
with tf.GradientTape() as tape:
    loss = learner.loss(tf.constant([1.0, 2.0]))
print(tape.gradient(loss, learner.slow))
