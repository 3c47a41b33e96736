import tensorflow as tf


def pairwise_distances(points):
    difference = points[:, tf.newaxis, :] - points[tf.newaxis, :, :]
    return tf.norm(difference, axis=-1)  # TFG602
