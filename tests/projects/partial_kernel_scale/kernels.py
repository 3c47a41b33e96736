import tensorflow as tf


def distances(left, right):
    return tf.abs(left[:, tf.newaxis] - right[tf.newaxis, :])


def positive(raw):
    """A parameter that stays above zero."""
    return tf.Variable(tf.nn.softplus(raw))  # TFG402


def rbf(left, right, raw_length):
    scaled = distances(left, right) / tf.nn.softplus(raw_length)
    return tf.exp(-0.5 * tf.square(scaled))


def matern(left, right, raw_length):
    scaled = tf.sqrt(3.0 * tf.ones((), left.dtype)) * distances(left, right) / positive(raw_length)
    return (1.0 + scaled) * tf.exp(-scaled)
