# effect: ok
# beside: TFG309
# VQ-VAE with codebook loss, commitment loss and straight-through output
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class VectorQuantizer(tf.keras.layers.Layer):
    def __init__(self, codes, dim, beta=0.25):
        super().__init__()
        self.beta = beta
        self.codes = codes
        self.book = self.add_weight(shape=(codes, dim), initializer="uniform")

    def call(self, z):
        d = tf.reduce_sum(tf.square(z[:, None] - self.book[None]), -1)
        onehot = tf.one_hot(tf.argmin(d, axis=1), self.codes)
        q = tf.matmul(onehot, self.book)
        commit = tf.reduce_mean(tf.square(tf.stop_gradient(q) - z))
        codebook = tf.reduce_mean(tf.square(q - tf.stop_gradient(z)))
        self.add_loss(self.beta * commit + codebook)
        return z + tf.stop_gradient(q - z)


enc, vq, dec = tf.keras.layers.Dense(2), VectorQuantizer(4, 2), tf.keras.layers.Dense(3)
x = tf.random.stateless_normal((5, 3), (0, 1))
with tf.GradientTape() as tape:
    recon = dec(vq(enc(x)))
    loss = tf.reduce_mean(tf.square(recon - x)) + sum(vq.losses)
variables = [v for part in (enc, vq, dec) for v in part.trainable_variables]
print(tape.gradient(loss, variables))
