import tensorflow as tf


def huber(truth, output, delta):
    error = tf.abs(output - truth)
    quadratic = 0.5 * tf.square(error)
    return tf.reduce_mean(tf.where(error <= delta, quadratic, delta * error - 0.5 * delta**2))


def focal(truth, output, gamma, log):
    """Easy examples count little."""
    probability = tf.sigmoid(output)
    right = tf.where(truth > 0.5, probability, 1.0 - probability)
    focus = tf.stop_gradient((1.0 - right) ** gamma)
    return -tf.reduce_mean(focus * log(right))


def weighted(terms, weights):
    return tf.add_n([weights[name] * term for name, term in terms.items()])
