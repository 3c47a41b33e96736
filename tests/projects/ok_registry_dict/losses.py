import tensorflow as tf
from registry import LOSSES


@LOSSES.register("soft")
def soft(y, p):
    return tf.reduce_mean(tf.square(y - p))


@LOSSES.register("hard")
def hard(y, p):
    return tf.reduce_mean(tf.square(y - tf.round(p)))
