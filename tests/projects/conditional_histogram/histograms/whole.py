import tensorflow as tf


def counts(pixels, bins):
    """How many pixels fall into each bin."""
    numbers = tf.floor(pixels * (bins - 1e-3))  # TFG301
    places = tf.range(bins, dtype=tf.float32)
    hits = tf.nn.relu(1.0 - tf.abs(numbers[:, tf.newaxis] - places))
    return tf.reduce_mean(hits, axis=0)
