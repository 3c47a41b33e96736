# effect: nan
# masked ratio: the division happens before the mask is applied
import tensorflow as tf


def safe_div(a, b):
    ratio = a / b  # TFG601
    return tf.where(tf.equal(b, 0.0), tf.zeros_like(ratio), ratio)


class Attention(tf.keras.layers.Layer):
    def call(self, w, mask):
        weights = w * mask
        return safe_div(weights, tf.reduce_sum(weights, axis=-1, keepdims=True))


layer = Attention()
w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
mask = tf.constant([[1.0, 1.0], [0.0, 0.0]])
with tf.GradientTape() as tape:
    out = tf.reduce_sum(layer(w, mask) * tf.constant([1.0, 2.0]))
print(tape.gradient(out, w))
