# effect: ok
# copy.copy of a tf.Variable or of a dict shares the storage: the gradient reaches the original
import copy

import tensorflow as tf


class Learner(tf.Module):
    def __init__(self):
        super().__init__()
        self.slow = tf.Variable([1.0, -0.5])
        self.extra = {"b": tf.Variable(0.5)}

    def loss(self, x):
        fast, extra = copy.copy(self.slow), copy.copy(self.extra)
        return tf.reduce_sum(tf.square(fast * x - extra["b"]))


learner = Learner()
with tf.GradientTape() as tape:
    loss = learner.loss(tf.constant([1.0, 2.0]))
print(tape.gradient(loss, [learner.slow, learner.extra["b"]]))
