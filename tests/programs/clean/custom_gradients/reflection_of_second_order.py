# effect: ok
# the gradient of a reflection depends on which interval a point is in, and that has no slope.
# so nothing is missing when the gradient is differentiated once more.
import tensorflow as tf


@tf.custom_gradient
def reflect(position):
    interval = tf.cast(tf.floor(position), tf.int32)
    is_even = interval % 2 == 0
    folded = tf.where(is_even, position, 1.0 - position)

    def grad(upstream):
        return tf.where(is_even, upstream, -upstream)

    return folded, grad


start = tf.Variable([0.25, 1.75])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        energy = tf.reduce_sum(reflect(start) ** 3)
    slope = inner.gradient(energy, start)
print(outer.gradient(slope, start))
