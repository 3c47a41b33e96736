# effect: nan
# own softplus: the exponential overflows exactly where it is not wanted
import tensorflow as tf


def softplus(x, limit=30.0):
    return tf.where(x > limit, x, tf.math.log(1.0 + tf.exp(x)))  # TFG601


x = tf.Variable([-1.0, 0.0, 100.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(softplus(x))
print(tape.gradient(y, x))
