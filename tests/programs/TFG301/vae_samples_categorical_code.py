# effect: none
# tf.random.categorical draws from the encoder's logits: no gradient
import tensorflow as tf


class CategoricalVAE(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.enc = tf.keras.layers.Dense(4)
        self.codes = tf.keras.layers.Embedding(4, 2)
        self.dec = tf.keras.layers.Dense(3)

    def sample(self, logits):
        return tf.random.categorical(logits, 1, seed=1)[:, 0]  # TFG301

    def call(self, x):
        z = self.sample(self.enc(x))
        return self.dec(self.codes(z))


vae = CategoricalVAE()
x = tf.ones((2, 3))
with tf.GradientTape() as tape:
    recon = tf.reduce_mean((vae(x) - x) ** 2)
grads = tape.gradient(recon, vae.enc.trainable_variables)
print(grads)
