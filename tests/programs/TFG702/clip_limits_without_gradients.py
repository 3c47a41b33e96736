# effect: error
# raises: ValueError
# clip limits are inputs too, each needs its place in the result
import tensorflow as tf


@tf.custom_gradient
def clip_gradient(x, low, high):
    def grad(dy):
        return tf.clip_by_value(dy, low, high)  # TFG702

    return tf.identity(x), grad


x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(clip_gradient(x, -1.0, 1.0) ** 3)
print(tape.gradient(y, x))
