# effect: ok
# beside: TFG706
# the forward pass is the same either way, and no gradient is requested
import tensorflow as tf


@tf.custom_gradient
def flip(value):
    return tf.identity(value), lambda dy: -dy


x = tf.Variable([1.0, 2.0])
preview = flip(value=x)
with tf.GradientTape() as tape:
    y = tf.reduce_sum(flip(x) * preview)
print(tape.gradient(y, x))
