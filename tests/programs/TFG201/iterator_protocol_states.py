# effect: none
# an iterator over simulated states that hands out arrays
import numpy as np
import tensorflow as tf


class Orbit:
    def __init__(self, mu, steps):
        self.mu, self.steps = mu, steps

    def __iter__(self):
        x, v = tf.constant(1.0), tf.constant(0.0)
        for _ in range(self.steps):
            v = v - 0.1 * self.mu * x
            x = x + 0.1 * v
            yield x.numpy()  # TFG201


mu = tf.Variable(0.8)
with tf.GradientTape() as tape:
    track = tf.stack(list(Orbit(mu, 4)))
    loss = tf.reduce_mean((track - 1.0) ** 2)
print(tape.gradient(loss, mu))
