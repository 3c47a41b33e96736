import tensorflow as tf

from potentials.base import Potential


class Morse(Potential):
    """A bond that can break."""

    def __init__(self, depth, width=1.0, rest=1.0):
        self.depth = depth
        self.width = width
        self.rest = rest

    def energy(self, position):
        position = tf.constant(position, dtype=tf.float32)  # TFG411
        stretched = 1.0 - tf.exp(-self.width * (position - self.rest))
        return self.depth * tf.reduce_sum(tf.square(stretched))
