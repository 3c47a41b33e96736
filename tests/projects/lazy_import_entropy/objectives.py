import tensorflow as tf


def reconstruction(truth, outputs):
    return tf.reduce_mean(tf.square(truth - outputs))


def entropy(probabilities):
    """Zero probabilities contribute nothing."""
    logs = tf.where(probabilities > 0.0, tf.math.log(probabilities), 0.0)  # TFG601
    return -tf.reduce_sum(probabilities * logs, axis=-1)
