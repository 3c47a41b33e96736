import tensorflow as tf

from survival.parameters import rate, shape


def log_likelihood(durations, observed):
    """Of a Weibull distribution, some of whose durations are cut off."""
    exponent = shape()
    hazard = tf.math.log(rate * exponent) + (exponent - 1.0) * tf.math.log(durations)
    return observed * hazard - rate * durations**exponent
