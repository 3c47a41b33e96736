# effect: ok
# lists in the place of tensors count each item, which matters only to those who ask for a gradient
import tensorflow as tf


@tf.custom_gradient
def clip(x, low, high):
    def grad(upstream):
        inside = tf.logical_and(x >= low, x <= high)
        return tf.where(inside, upstream, tf.zeros_like(upstream)), None, None

    return tf.clip_by_value(x, low, high), grad


x = tf.Variable([1.0, 2.0, 3.0])
print(clip(x, [0.5, 2.5, 2.5], [1.5, 3.0, 3.5]))
with tf.GradientTape() as tape:
    y = tf.reduce_sum(clip(x, tf.constant(0.0), tf.constant(2.5)))
print(tape.gradient(y, x))
