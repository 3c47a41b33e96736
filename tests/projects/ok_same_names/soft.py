import tensorflow as tf


def dice(masks, probabilities):
    overlap = tf.reduce_sum(masks * probabilities)
    return 1.0 - 2.0 * overlap / (tf.reduce_sum(masks) + tf.reduce_sum(probabilities))


def iou(masks, probabilities):
    overlap = tf.reduce_sum(masks * probabilities)
    union = tf.reduce_sum(masks) + tf.reduce_sum(probabilities) - overlap
    return 1.0 - overlap / union
