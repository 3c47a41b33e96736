import numpy as np
import tensorflow as tf


def binarise(probabilities):
    return tf.cast(probabilities > 0.5, tf.float32)


def dice(masks, probabilities):
    regions = binarise(probabilities)
    overlap = tf.reduce_sum(masks * regions)
    return float(2.0 * overlap / (tf.reduce_sum(masks) + tf.reduce_sum(regions)))


def iou(masks, probabilities):
    regions = binarise(probabilities).numpy()
    both = np.logical_and(masks.numpy(), regions).sum()
    return both / np.logical_or(masks.numpy(), regions).sum()
