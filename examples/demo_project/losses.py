"""Losses for positions between 0 and 1."""

import tensorflow as tf
from tensorflow import keras


def spread_penalty(places):
    """How far the predictions of a batch are from covering the whole signal."""
    values = places.numpy()
    return tf.square(0.25 - tf.math.reduce_std(tf.constant(values)))


class SpreadLoss(keras.losses.Loss):
    """Squared error plus a penalty for predictions that all agree."""

    def call(self, y_true, y_pred):
        return tf.reduce_mean(tf.square(y_true - y_pred)) + spread_penalty(y_pred)


class EdgeLoss(keras.losses.Loss):
    """Squared error that counts more near the ends of the signal."""

    def call(self, y_true, y_pred):
        distance = tf.minimum(y_true, 1.0 - y_true)
        return tf.reduce_mean((1.5 - distance) * tf.square(y_true - y_pred))
