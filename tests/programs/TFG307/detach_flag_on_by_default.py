# effect: none
# the default of a keyword-only flag detaches, and nobody passes it
import tensorflow as tf


class Encoder(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[0.5], [0.25]])

    def __call__(self, x, *, detach=True):
        z = tf.tanh(x @ self.w)
        if detach:
            return tf.stop_gradient(z)  # TFG307
        return z


class Probe:
    def __init__(self, enc):
        self.enc = enc

    def info_nce(self, a, b):
        za, zb = self.enc(a), self.enc(b)
        return -tf.reduce_mean(za * zb)


enc = Encoder()
with tf.GradientTape() as tape:
    loss = Probe(enc).info_nce(tf.ones((2, 2)), tf.zeros((2, 2)))
print(tape.gradient(loss, enc.trainable_variables))
