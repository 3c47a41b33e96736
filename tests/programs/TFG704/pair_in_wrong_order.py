# effect: error
# raises: TypeError
# (grad, result) instead of (result, grad)
import tensorflow as tf
from tensorflow import custom_gradient


@custom_gradient
def reverse(x):
    def grad(dy):
        return -dy

    return grad, tf.identity(x)  # TFG704


x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(reverse(x) * 2.0)
print(tape.gradient(y, x))
