# effect: none
# the property that looks like a parameter hands out an ndarray
import tensorflow as tf


class Kernel(tf.Module):
    def __init__(self, lengthscale):
        super().__init__()
        self._raw = tf.Variable(lengthscale)

    @property
    def lengthscale(self):
        return tf.math.softplus(self._raw).numpy()  # TFG201

    def __call__(self, a, b):
        return tf.exp(-0.5 * tf.square((a - b) / self.lengthscale))


k = Kernel(0.7)
with tf.GradientTape() as tape:
    nll = -tf.math.log(k(tf.constant(0.0), tf.constant(1.0)))
print(tape.gradient(nll, k.trainable_variables))
