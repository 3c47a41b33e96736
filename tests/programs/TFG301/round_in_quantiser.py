# effect: none
# a quantiser without the straight-through trick
import tensorflow as tf


class Quantised(tf.keras.layers.Layer):
    def __init__(self, bits=4):
        super().__init__()
        self.levels = 2.0**bits - 1.0
        self.inner = tf.keras.layers.Dense(2, kernel_initializer="ones")

    def quantise(self, x):
        return tf.round(tf.sigmoid(x) * self.levels) / self.levels  # TFG301

    def call(self, x):
        return self.quantise(self.inner(x))


layer = Quantised()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.constant([[0.1, -0.2]])))
print(tape.gradient(loss, layer.trainable_variables))
