from abc import ABC, abstractmethod

import tensorflow as tf


class Potential(ABC):
    @abstractmethod
    def energy(self, position):
        """A scalar."""

    def force(self, position):
        with tf.GradientTape() as tape:
            energy = self.energy(position)
        return -tape.gradient(energy, position)


def total_energy(potential, position, velocity):
    kinetic = 0.5 * tf.reduce_sum(tf.square(velocity))
    return kinetic + potential.energy(position)
