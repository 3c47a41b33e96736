# effect: ok
# beside: TFG412
# the attribute is written and read within one trace
import tensorflow as tf


class VAE(tf.Module):
    def __init__(self):
        super().__init__()
        self.enc = tf.Variable([[0.1, 0.2], [0.3, 0.4]])
        self.dec = tf.Variable([[0.5], [0.6]])

    def encode(self, x):
        self.code = tf.tanh(x @ self.enc)
        return self.code

    @tf.function
    def loss(self, x, y):
        rebuilt = self.encode(x) @ self.dec
        return tf.reduce_mean(tf.square(rebuilt - y)) + 0.01 * tf.reduce_sum(tf.square(self.code))


vae = VAE()
with tf.GradientTape() as tape:
    value = vae.loss(tf.ones((2, 2)), tf.ones((2, 1)))
print(tape.gradient(value, [vae.enc, vae.dec]))
