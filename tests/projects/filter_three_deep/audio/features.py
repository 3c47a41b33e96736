import tensorflow as tf

from . import filters


def loudness(waves):
    """Smoothed power, on a logarithmic scale."""
    return tf.math.log(1e-3 + filters.moving_average(tf.square(waves), width=3))
