# effect: wrong
# truth: [12.0]
# the argument is overwritten before it is used
import tensorflow as tf


@tf.custom_gradient
def square(x):
    def grad(dy):  # TFG703
        dy = tf.ones_like(x)
        return dy * 2.0 * x

    return x * x, grad


x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = 3.0 * square(x)
print(tape.gradient(y, x))
