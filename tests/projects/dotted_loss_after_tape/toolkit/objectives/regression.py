import tensorflow as tf


def squared(truth, prediction):
    return tf.reduce_mean(tf.square(truth - prediction))


def log_cosh(truth, prediction):
    """Like the absolute error, and smooth at zero."""
    error = prediction - truth
    return tf.reduce_mean(error + tf.nn.softplus(-2.0 * error) - tf.math.log(2.0))
