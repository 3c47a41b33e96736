import tensorflow as tf

from potentials.base import Potential


class Harmonic(Potential):
    def __init__(self, stiffness):
        self.stiffness = stiffness

    def energy(self, position):
        return 0.5 * self.stiffness * tf.reduce_sum(tf.square(position))
