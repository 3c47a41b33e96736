import tensorflow as tf
from registry import LOSSES


@LOSSES.register("soft")
def soft():
    return lambda y, p: tf.reduce_mean(tf.square(y - p))


@LOSSES.register("hard")
def hard():
    return lambda y, p: tf.reduce_mean(tf.square(y - tf.round(p)))  # TFG301
