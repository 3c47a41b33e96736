# effect: ok
# beside: TFG706
# a custom gradient on a method: self is bound, so two gradients for (self, a, b) is right
import tensorflow as tf


class Channel(tf.keras.layers.Layer):
    @tf.custom_gradient
    def _xor(self, a, b):
        def grad(upstream):
            return upstream, upstream

        return tf.abs(a - b), grad

    @tf.custom_gradient
    def _binarize(self, x):
        def grad(upstream):
            return upstream

        return tf.where(x < 0.5, 0.0, 1.0), grad

    def call(self, x, y):
        return self._binarize(self._xor(x, y))


class Plain:
    @tf.custom_gradient
    def scale(self, a, sizes):
        def grad(d):
            return tf.math.divide_no_nan(d, sizes), None

        return a * 1.0, grad


v = tf.Variable([0.9, 0.2])
with tf.GradientTape() as tape:
    out = Channel()(v, tf.constant([0.1, 0.4]))
    loss = tf.reduce_sum(Plain().scale(out, tf.constant([2.0, 0.0])))
print(tape.gradient(loss, v))
