# effect: ok
# beside: TFG805
# spectral norm: the singular vector is a buffer by design, the kernel enters directly
import tensorflow as tf


class SpectralDense(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units))
        self.u = self.add_weight(shape=(1, self.units), initializer="ones", trainable=False)

    def call(self, x, training=False):
        w = tf.convert_to_tensor(self.kernel)
        if training:
            v = tf.math.l2_normalize(tf.matmul(self.u, w, transpose_b=True))
            self.u.assign(tf.stop_gradient(tf.math.l2_normalize(tf.matmul(v, w))))
        v = tf.stop_gradient(tf.math.l2_normalize(tf.matmul(self.u, w, transpose_b=True)))
        sigma = tf.matmul(tf.matmul(v, w), self.u, transpose_b=True)
        return tf.matmul(x, w / sigma)


layer = SpectralDense(2)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(layer(tf.ones((1, 3)), training=True) - 1.0))
print(tape.gradient(loss, layer.trainable_variables))
