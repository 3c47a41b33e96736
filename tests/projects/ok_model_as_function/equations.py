import tensorflow as tf


class Decay(tf.keras.Model):
    """The right side of an equation; Keras does not train its parameters."""

    def __init__(self):
        super().__init__()
        self.rate = tf.Variable(0.2)
        self.limit = tf.Variable(3.0)

    def call(self, time, state):
        return -self.rate * (state - self.limit) * time
