# effect: ok
# rounding with a gradient function of its own
import tensorflow as tf


@tf.custom_gradient
def round_through(x):
    return tf.round(x), lambda dy: dy


x = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(round_through(x) * [1.0, 2.0])
print(tape.gradient(loss, x))
