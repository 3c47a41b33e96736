import tensorflow as tf


def rate_loss(spikes, target):
    rates = tf.reduce_mean(spikes, axis=0)
    return tf.reduce_mean(tf.square(rates - target))
