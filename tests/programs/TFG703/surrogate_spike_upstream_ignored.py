# effect: wrong
# truth: [2.0, 2.0]
# spiking layer: the surrogate derivative is returned without the upstream gradient
import tensorflow as tf


@tf.custom_gradient
def spike(v):
    def surrogate(dy, width=1.0):  # TFG703
        inside = tf.cast(tf.abs(v) < width, v.dtype)
        return inside

    return tf.cast(v > 0.0, v.dtype), surrogate


class Layer:
    def __init__(self):
        self.v = tf.Variable([0.2, -0.3])

    def rate(self):
        return 2.0 * tf.reduce_sum(spike(self.v))


layer = Layer()
with tf.GradientTape() as tape:
    r = layer.rate()
print(tape.gradient(r, layer.v))
