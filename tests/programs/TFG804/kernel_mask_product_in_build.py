# effect: none
# the masked kernel of an autoregressive layer is multiplied out once, at build time
import tensorflow as tf


class MaskedDense(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        kernel = self.add_weight(shape=(shape[-1], self.units), initializer="ones", name="k")
        mask = tf.linalg.band_part(tf.ones((shape[-1], self.units)), 0, -1)
        self.effective = kernel * mask  # TFG804
        self.offset = self.add_weight(shape=(self.units,), initializer="zeros", name="b")

    def call(self, x):
        return x @ self.effective + self.offset


layer = MaskedDense(3)
layer.build((None, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(layer(tf.ones((2, 3)))))
print(tape.gradient(loss, layer.trainable_variables))
