import tensorflow as tf

from ..ops import pick


class Generator(tf.keras.Model):
    """Noise to token numbers."""

    def __init__(self, vocabulary, steps):
        super().__init__()
        self.vocabulary = vocabulary
        self.steps = steps
        self.hidden = tf.keras.layers.Dense(16, activation="relu")
        self.project = tf.keras.layers.Dense(steps * vocabulary)

    def call(self, noise):
        flat = self.project(self.hidden(noise))
        logits = tf.reshape(flat, (-1, self.steps, self.vocabulary))
        return pick(logits)
