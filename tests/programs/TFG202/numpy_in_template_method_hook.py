# effect: none
# template method: the hook of the subclass leaves TensorFlow
from abc import ABC, abstractmethod

import numpy as np
import tensorflow as tf


class Objective(ABC):
    def __init__(self, params):
        self.params = params

    @abstractmethod
    def energy(self): ...

    def gradient(self):
        with tf.GradientTape() as tape:
            value = tf.convert_to_tensor(self.energy())
        return tape.gradient(value, self.params)


class Ising(Objective):
    def energy(self):
        spins = tf.tanh(self.params)
        return -np.sum(spins[:-1] * spins[1:])  # TFG202


print(Ising(tf.Variable([0.1, 0.4, -0.2])).gradient())
