# effect: none
# event detection layer: only the mask of the activations goes on
import tensorflow as tf


class Events(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units)

    def call(self, x):
        h = self.dense(x)
        return tf.where(h > 0.0, tf.ones_like(h), tf.zeros_like(h))  # TFG306


events = Events(3)
with tf.GradientTape() as tape:
    rate = tf.reduce_mean(events(tf.constant([[1.0, 2.0]])))
print(tape.gradient(rate, events.trainable_variables))
