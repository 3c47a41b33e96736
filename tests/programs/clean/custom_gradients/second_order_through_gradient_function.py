# effect: ok
# grad is written in TensorFlow, so the second derivative passes through it
import tensorflow as tf


@tf.custom_gradient
def softplus(x):
    s = tf.sigmoid(x)

    def grad(dy):
        return dy * tf.sigmoid(x)

    return tf.math.log1p(tf.exp(-tf.abs(x))) + tf.nn.relu(x) + 0.0 * s, grad


x = tf.Variable([0.5, -2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_sum(softplus(x))
    g = inner.gradient(y, x)
print(outer.gradient(g, x))
