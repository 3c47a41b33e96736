# effect: none
# the hard sample is returned without the straight-through trick
import tensorflow as tf


class GumbelSoftmax(tf.keras.layers.Layer):
    def __init__(self, tau=1.0, hard=False):
        super().__init__()
        self.tau, self.hard = tau, hard

    def call(self, logits):
        g = tf.constant([[0.1, -0.3, 0.2]])
        y = tf.nn.softmax((logits + g) / self.tau)
        if self.hard:
            y_hard = tf.cast(tf.equal(y, tf.reduce_max(y, -1, keepdims=True)), y.dtype)  # TFG306
            y = y_hard
        return y


class Discrete(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.enc = tf.keras.layers.Dense(3)
        self.sampler = GumbelSoftmax(hard=True)
        self.dec = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dec(self.sampler(self.enc(x)))


m = Discrete()
x = tf.ones((1, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((m(x) - x) ** 2)
print(tape.gradient(loss, m.enc.trainable_variables if m.enc.built else []))
