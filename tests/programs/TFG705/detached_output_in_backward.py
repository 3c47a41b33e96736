# effect: none
# reusing the forward result detached is fine once, but not for the curvature
import tensorflow as tf


@tf.custom_gradient
def stable_exp(x):
    y = tf.exp(tf.minimum(x, 30.0))

    def grad(dy):
        return dy * tf.stop_gradient(y)  # TFG705

    return y, grad


x = tf.Variable([0.0, 1.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        value = tf.reduce_sum(stable_exp(x))
    slope = inner.gradient(value, x)
curvature = outer.gradient(slope, x)
print(curvature)
