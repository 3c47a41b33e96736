# effect: ok
# values for a summary go through NumPy, the returned loss does not
import numpy as np
import tensorflow as tf


def log_scalars(store, **scalars):
    for key, tensor in scalars.items():
        store.setdefault(key, []).append(np.asarray(tensor).item())


class VAE(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.enc = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.dec = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.log = {}

    def elbo(self, x):
        mean, logvar = tf.split(self.enc(x), 2, axis=-1)
        eps = tf.random.stateless_normal(tf.shape(mean), seed=(1, 2))
        z = mean + tf.exp(0.5 * logvar) * eps
        recon = tf.reduce_mean(tf.square(self.dec(z) - x))
        kl = -0.5 * tf.reduce_mean(1.0 + logvar - tf.square(mean) - tf.exp(logvar))
        log_scalars(self.log, recon=recon, kl=kl)
        return recon + kl


vae = VAE()
with tf.GradientTape() as tape:
    loss = vae.elbo(tf.constant([[0.1, 0.3]]))
print(vae.log, tape.gradient(loss, vae.trainable_variables))
