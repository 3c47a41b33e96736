import tensorflow as tf

from nets.layers.dense import Dense


class Tanh(Dense):
    squash = staticmethod(tf.tanh)


class Binary(Dense):
    """Activations of minus one and one only."""

    squash = staticmethod(tf.sign)
