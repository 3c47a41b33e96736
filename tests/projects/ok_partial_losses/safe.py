import tensorflow as tf


def safe_log(values, floor=1e-7):
    """A logarithm that is constant, and not infinite, below the floor."""
    above = values > floor
    inside = tf.where(above, values, tf.ones_like(values))
    return tf.where(above, tf.math.log(inside), tf.math.log(floor) * tf.ones_like(values))
