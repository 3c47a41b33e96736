# effect: ok
# beside: TFG707
# the same slope in another form: of the output, and by identities
import tensorflow as tf


@tf.custom_gradient
def logistic(x):
    y = 1.0 / (1.0 + tf.exp(-x))
    return y, lambda upstream: upstream * y * (1.0 - y)


@tf.custom_gradient
def root(x):
    y = tf.sqrt(x)
    return y, lambda upstream: 0.5 * upstream / (y + 1e-9)


x = tf.Variable([0.4, 1.6])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(logistic(x) * root(x))
print(tape.gradient(loss, x))
