# effect: ok
# the cutoff is a factor; the energy of the base class is a placeholder for that of a subclass
import tensorflow as tf


class Pair:
    def __init__(self, cutoff):
        self.cutoff = cutoff

    def energy(self, distances):
        return 0.0

    def total(self, distances):
        inside = tf.cast(distances < self.cutoff, tf.float32)
        return tf.reduce_sum(inside * self.energy(distances))

    def forces(self, distances):
        with tf.GradientTape() as tape:
            tape.watch(distances)
            total = self.total(distances)
        return -tape.gradient(total, distances)


class LennardJones(Pair):
    def energy(self, distances):
        return 4.0 * (distances**-12 - distances**-6)


print(LennardJones(2.5).forces(tf.constant([1.1, 1.5, 3.0])))
