import tensorflow as tf


def roughness(curve):
    """High powers cost more."""
    return tf.reduce_sum(curve.powers * tf.square(curve.coefficients))
