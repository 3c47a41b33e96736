import numpy as np
import tensorflow as tf

from .timing import timed


@timed
def absolute(truth, prediction):
    return tf.reduce_mean(tf.abs(prediction - truth))


@timed
def smooth_l1(truth, prediction, beta=1.0):
    """Quadratic up to beta, linear beyond."""
    error = np.abs(prediction - truth)  # TFG202
    small = 0.5 * tf.square(error) / beta
    large = error - 0.5 * beta
    return tf.reduce_mean(tf.where(error < beta, small, large))
