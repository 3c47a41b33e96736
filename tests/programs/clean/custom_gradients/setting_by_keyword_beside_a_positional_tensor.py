# effect: ok
# beside: TFG706
# a setting by keyword is fine in eager code
import tensorflow as tf


@tf.custom_gradient
def scale_gradient(x, factor=1.0):
    def grad(dy):
        return factor * dy

    return tf.identity(x), grad


x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(scale_gradient(x, factor=0.1) ** 2)
print(tape.gradient(y, x))
