# effect: ok
# beside: TFG309
# a VQ-VAE bottleneck, as a layer
import tensorflow as tf


class Quantiser(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.codes = tf.Variable([[0.0, 0.0], [1.0, 1.0]])

    def call(self, z):
        distances = tf.reduce_sum((z[:, None] - self.codes) ** 2, axis=2)
        q = tf.gather(self.codes, tf.argmin(distances, axis=1))
        self.latest = tf.reduce_mean((tf.stop_gradient(z) - q) ** 2) + 0.25 * tf.reduce_mean(
            (z - tf.stop_gradient(q)) ** 2
        )
        return z + tf.stop_gradient(q - z)


z = tf.Variable([[0.2, 0.9]])
layer = Quantiser()
with tf.GradientTape() as tape:
    out = layer(z)
    loss = tf.reduce_sum(out * [1.0, 2.0]) + layer.latest
print(tape.gradient(loss, [z]))
