import math

import tensorflow as tf

try:
    from tensorflow_probability.python.distributions import Normal
except ImportError:
    Normal = None


def log_normal(data, mean, log_scale):
    if Normal is not None:
        return Normal(mean, tf.exp(log_scale)).log_prob(data)
    standardised = (data - mean) * tf.exp(-log_scale)
    return -0.5 * tf.square(standardised) - log_scale - 0.5 * math.log(2.0 * math.pi)
