# effect: error
# raises: TypeError
# grad(x) instead of grad: the second half of the pair is a tensor
import tensorflow as tf


@tf.custom_gradient
def leaky(x):
    def grad(dy):
        return tf.where(x > 0.0, dy, 0.1 * dy)

    return tf.maximum(x, 0.1 * x), grad(x)  # TFG704


x = tf.Variable([1.0, -2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(leaky(x))
print(tape.gradient(y, x))
