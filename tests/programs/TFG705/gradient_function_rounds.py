# effect: none
# a second derivative is asked for, and grad rounds its factor
import tensorflow as tf


@tf.custom_gradient
def coarse_square(x):
    def grad(dy):
        factor = tf.round(2.0 * x)  # TFG705
        return dy * factor

    return tf.square(x), grad


x = tf.Variable([0.6, 1.4])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_sum(coarse_square(x))
    g = inner.gradient(y, x)
print(outer.gradient(g, x))
