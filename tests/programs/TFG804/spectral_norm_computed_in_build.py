# effect: none
# spectral normalisation once, when the layer is built
import tensorflow as tf


class SpectralDense(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units), name="kernel")
        self.normed = self._normalise(self.kernel)

    def _normalise(self, w):
        return w / tf.norm(w)  # TFG804

    def call(self, x):
        return tf.matmul(x, self.normed)


layer = SpectralDense(2)
layer(tf.ones((1, 3)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.ones((1, 3))))
print(tape.gradient(loss, layer.trainable_variables))
