# effect: wrong
# truth: [0.101358]
# the running total is an attribute; each call replaces it
import tensorflow as tf


class Objective:
    def __init__(self):
        self.w = tf.Variable(1.5)
        self.total = 0.0

    def add_observations(self, observations):
        self.total = 0.0
        for t, value in observations:
            residual = tf.exp(-self.w * t) - value
            self.total = tf.square(residual)  # TFG501
        return self.total


objective = Objective()
with tf.GradientTape() as tape:
    total = objective.add_observations([(0.1, 0.9), (0.5, 0.6), (1.0, 0.3)])
print(tape.gradient(total, objective.w))
