# effect: error
# raises: ValueError
# the mask got no gradient of its own, not even None
import tensorflow as tf


@tf.custom_gradient
def masked_product(a, b, mask):
    def grad(upstream):
        scaled = upstream * mask
        grads = (scaled * b, scaled * a)
        return grads  # TFG702

    return a * b * mask, grad


a, b = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
with tf.GradientTape() as tape:
    out = tf.reduce_sum(masked_product(a, b, tf.constant([1.0, 0.0])))
print(tape.gradient(out, [a, b]))
