# effect: none
# an autoregressive mask is multiplied into the weight once, in __init__
import tensorflow as tf


class MaskedLinear(tf.keras.layers.Layer):
    def __init__(self, n):
        super().__init__()
        self.w = self.add_weight(shape=(n, n), initializer="ones", name="w")
        mask = tf.linalg.band_part(tf.ones((n, n)), -1, 0)
        self.masked = self.w * mask  # TFG804

    def call(self, x):
        return x @ self.masked


class MADE(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.l1 = MaskedLinear(3)

    def call(self, x):
        return tf.sigmoid(self.l1(x))


made = MADE()
with tf.GradientTape() as tape:
    nll = -tf.reduce_mean(tf.math.log(made(tf.ones((1, 3)))))
print(tape.gradient(nll, made.trainable_variables))
