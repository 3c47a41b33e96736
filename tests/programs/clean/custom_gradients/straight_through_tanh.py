# effect: ok
# beside: TFG707
# the estimator passes the gradient straight through where the unit is saturated
import tensorflow as tf


@tf.custom_gradient
def sharp(x):
    return tf.tanh(5.0 * x), lambda upstream: upstream


@tf.custom_gradient
def damped(x):
    return tf.sin(x), lambda upstream: 0.1 * upstream * tf.cos(x)


x = tf.Variable([0.4, -0.1])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(sharp(x) + damped(x))
print(tape.gradient(loss, x))
