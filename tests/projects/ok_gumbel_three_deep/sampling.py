import tensorflow as tf

from estimators import straight_through


def gumbel_noise(shape, seed):
    uniform = tf.random.stateless_uniform(shape, seed=(seed, 17), minval=1e-6, maxval=1.0 - 1e-6)
    return -tf.math.log(-tf.math.log(uniform))


def harden(soft):
    return tf.one_hot(tf.argmax(soft, axis=-1), soft.shape[-1])


def gumbel_softmax(logits, temperature, seed, hard):
    soft = tf.nn.softmax((logits + gumbel_noise(logits.shape, seed)) / temperature)
    return straight_through(harden, soft) if hard else soft
