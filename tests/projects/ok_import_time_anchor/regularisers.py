import tensorflow as tf

from pretrained import scale, start, start_norm, weights


def near_start():
    distance = tf.reduce_sum(tf.square(weights - start)) / start_norm**2
    return distance + tf.square(scale - 1.0)


def sparsity(values):
    return tf.reduce_sum(tf.sqrt(tf.square(values) + 1e-8))
