import tensorflow as tf


class Curve:
    """A polynomial."""

    def __init__(self, degree):
        self.powers = tf.range(degree + 1, dtype=tf.float32)
        self.coefficients = tf.Variable(tf.zeros(degree + 1))

    def __call__(self, points):
        basis = tf.pow(points[:, tf.newaxis], self.powers)
        return tf.linalg.matvec(basis, self.coefficients)
