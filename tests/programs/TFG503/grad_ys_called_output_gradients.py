# effect: error
# raises: TypeError
# tf.gradients has grad_ys, not output_gradients
import tensorflow as tf


@tf.function
def vjp(x, v):
    y = tf.sin(x) * x
    return tf.gradients(y, x, output_gradients=v)  # TFG503


print(vjp(tf.constant([1.0, 2.0]), tf.constant([1.0, 0.0])))
