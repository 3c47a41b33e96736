import numpy as np
import tensorflow as tf

from settings import CLASSES

__all__ = ["accuracy", "confusion", "share_of_confident"]


def guesses(logits):
    return tf.argmax(logits, axis=-1)


def accuracy(labels, logits):
    return tf.reduce_mean(tf.cast(tf.equal(guesses(logits), labels), tf.float32))


def share_of_confident(logits, threshold=0.5):
    largest = tf.reduce_max(tf.nn.softmax(logits), axis=-1)
    return tf.reduce_mean(tf.cast(largest > threshold, tf.float32))


def confusion(labels, logits):
    table = np.zeros((CLASSES, CLASSES), dtype=int)
    for label, guess in zip(labels.numpy(), guesses(logits).numpy()):
        table[label, guess] += 1
    return table
