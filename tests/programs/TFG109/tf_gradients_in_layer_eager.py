# effect: error
# raises: RuntimeError
# an energy model's force layer, called eagerly
import tensorflow as tf


class Force(tf.keras.layers.Layer):
    def __init__(self, energy):
        super().__init__()
        self.energy = energy

    def call(self, x):
        e = self.energy(x)
        return -tf.gradients(e, x)[0]  # TFG109


force = Force(lambda x: tf.reduce_sum(x**2))
print(force(tf.ones((1, 2))))
