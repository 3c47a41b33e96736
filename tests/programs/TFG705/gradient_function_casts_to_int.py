# effect: none
# quantised backward pass: harmless for training, a dead end for the penalty on the slope
import tensorflow as tf


def quantise(v):
    return tf.cast(tf.cast(v * 16.0, tf.int32), tf.float32) / 16.0  # TFG705


@tf.custom_gradient
def cubic(x):
    def grad(dy):
        return dy * quantise(3.0 * x**2)

    return x**3, grad


x = tf.Variable([0.5, 1.5])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_sum(cubic(x))
    slope = inner.gradient(y, x)
    penalty = tf.reduce_sum(tf.square(slope))
print(outer.gradient(penalty, x))
