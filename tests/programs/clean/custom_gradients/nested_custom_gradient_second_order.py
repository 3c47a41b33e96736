# effect: ok
# the gradient is itself a custom function with its own gradient
import tensorflow as tf


@tf.custom_gradient
def slope_of_softplus(x):
    s = tf.sigmoid(x)

    def grad(dy):
        return dy * s * (1.0 - s)

    return s, grad


@tf.custom_gradient
def softplus(x):
    def grad(dy):
        return dy * slope_of_softplus(x)

    return tf.math.log1p(tf.exp(-tf.abs(x))) + tf.nn.relu(x), grad


x = tf.Variable([0.3, -1.2])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_sum(softplus(x))
    first = inner.gradient(y, x)
print(outer.gradient(first, x))
