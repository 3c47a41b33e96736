# effect: none
# the sampling layer does its arithmetic in NumPy, so the encoder gets nothing
import numpy as np
import tensorflow as tf


class Sampling(tf.keras.layers.Layer):
    def call(self, inputs):
        mean, log_var = inputs
        z = tf.numpy_function(self._sample, [mean, log_var], tf.float32)  # TFG205
        z.set_shape(mean.shape)
        return z

    @staticmethod
    def _sample(mean, log_var):
        rng = np.random.default_rng(0)
        noise = rng.standard_normal(mean.shape).astype(np.float32)
        return (mean + np.exp(0.5 * log_var) * noise).astype(np.float32)


class VAE(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mean = tf.keras.layers.Dense(2)
        self.log_var = tf.keras.layers.Dense(2)
        self.sampling = Sampling()
        self.decoder = tf.keras.layers.Dense(3)

    def call(self, x):
        z = self.sampling([self.mean(x), self.log_var(x)])
        return self.decoder(z)


vae = VAE()
x = tf.ones((2, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((vae(x) - x) ** 2)
print(tape.gradient(loss, vae.trainable_variables))
