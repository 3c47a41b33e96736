# effect: none
# both terms of the VQ loss see the detached code, so the codebook never learns
import tensorflow as tf


class Quantizer(tf.keras.layers.Layer):
    def __init__(self, k, d, beta=0.25):
        super().__init__()
        self.codes = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, k * d), (k, d)))
        self.beta = beta

    def nearest(self, z):
        d = tf.reduce_sum((z[:, None] - self.codes[None]) ** 2, -1)
        return tf.gather(self.codes, tf.argmin(d, axis=1))

    def call(self, z):
        q = tf.stop_gradient(self.nearest(z))  # TFG307
        codebook_loss = tf.reduce_mean((q - tf.stop_gradient(z)) ** 2)
        commitment = tf.reduce_mean((q - z) ** 2)
        return z + tf.stop_gradient(q - z), codebook_loss + self.beta * commitment


enc = tf.keras.layers.Dense(2)
vq = Quantizer(3, 2)
with tf.GradientTape() as tape:
    z = enc(tf.ones((2, 3)))
    out, vq_loss = vq(z)
    loss = tf.reduce_mean(out**2) + vq_loss
print(tape.gradient(loss, [vq.codes] + enc.trainable_variables))
