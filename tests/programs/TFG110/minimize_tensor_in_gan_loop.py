# effect: error
# raises: RuntimeError
# legacy minimise of a loss tensor, optimizers kept in a dict
import tensorflow as tf


class Players:
    def __init__(self):
        self.x = tf.Variable(1.0)
        self.y = tf.Variable(-1.0)
        self.opts = {k: tf.compat.v1.train.AdamOptimizer(0.1) for k in "xy"}

    def payoff(self):
        return self.x**2 - self.y**2

    def play(self):
        self.opts["x"].minimize(self.payoff(), var_list=[self.x])  # TFG110


Players().play()
