import numpy as np
import tensorflow as tf


class Forecaster(tf.Module):
    def __init__(self, length):
        super().__init__()
        self.weights = tf.Variable(tf.ones(length) / length)
        self.raw_deviation = tf.Variable(0.0)

    def __call__(self, history):
        mean = tf.linalg.matvec(history, self.weights)
        return mean, tf.nn.softplus(self.raw_deviation) + 1e-3

    def negative_log_likelihood(self, following, mean, deviation):
        error = (following - mean) / deviation
        return tf.reduce_mean(0.5 * tf.square(error)) + tf.math.log(deviation)

    def interval(self, history, z=1.64):
        """For reports: arrays, not tensors."""
        mean, deviation = self(history)
        half = z * float(deviation)
        return np.asarray(mean) - half, np.asarray(mean) + half
