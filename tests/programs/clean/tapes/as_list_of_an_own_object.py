# effect: ok
# beside: TFG114
# `as_list` is a method of shapes, and of anything else that has parts: the list holds tensors here.
import pickle

import tensorflow as tf


class Structure:
    def __init__(self, positions, weights):
        self.positions = positions
        self.weights = weights

    def as_list(self):
        return [self.positions, self.weights]


def forces(structure):
    parts = pickle.loads(pickle.dumps(structure)).as_list()
    with tf.GradientTape() as tape:
        tape.watch(parts[0])
        energy = tf.reduce_sum(parts[0] ** 2 * parts[1])
    return tape.gradient(energy, parts[0])


print(forces(Structure(tf.constant([1.0, 2.0]), tf.constant([0.5, 1.0]))))
