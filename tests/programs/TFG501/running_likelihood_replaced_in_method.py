# effect: wrong
# truth: [-6.0]
# three observations, and the likelihood of the last one only
import tensorflow as tf


class Gaussian:
    def __init__(self):
        self.mean = tf.Variable(0.0)

    def log_prob(self, x):
        return -0.5 * tf.square(x - self.mean)

    def negative_log_likelihood(self, data):
        nll = 0.0
        for observation in data:
            nll = -self.log_prob(observation)  # TFG501
        return nll


g = Gaussian()
with tf.GradientTape() as tape:
    objective = g.negative_log_likelihood([1.0, 2.0, 3.0])
print(tape.gradient(objective, g.mean))
