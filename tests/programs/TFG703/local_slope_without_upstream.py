# effect: wrong
# truth: [3.65529]
# the local slope is given, the chain rule is forgotten
import tensorflow as tf


@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)

    def grad(upstream):  # TFG703
        return 1.0 - 1.0 / (1.0 + e)

    return tf.math.log(1.0 + e), grad


x = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = 5.0 * log1pexp(x)
print(tape.gradient(y, x))
