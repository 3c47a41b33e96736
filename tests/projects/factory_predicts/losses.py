import tensorflow as tf


def hinge(labels, scores):
    return tf.reduce_mean(tf.nn.relu(1.0 - labels * scores))
