import numpy as np
import tensorflow as tf

from registry import register


@register("log_loss")
def log_loss(labels, probabilities):
    clipped = tf.clip_by_value(probabilities, 1e-6, 1.0 - 1e-6)
    logs = labels * tf.math.log(clipped) + (1.0 - labels) * tf.math.log(1.0 - clipped)
    return -tf.reduce_mean(logs)


@register("accuracy")
def accuracy(labels, probabilities):
    return tf.reduce_mean(tf.cast(tf.round(probabilities) == labels, tf.float32))


@register("recall")
def recall(labels, probabilities):
    found = tf.cast(probabilities > 0.5, tf.float32)
    return tf.reduce_sum(found * labels) / (tf.reduce_sum(labels) + 1e-6)


@register("rank_error")
def rank_error(labels, probabilities):
    order = np.argsort(probabilities.numpy())
    ranked = labels.numpy()[order]
    return np.mean(np.abs(np.sort(ranked) - ranked))
