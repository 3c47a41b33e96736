# effect: wrong
# truth: [1.0, 1.0]
# log(1 + exp(x)) with a stable derivative, which the keyword bypasses
import tensorflow as tf


@tf.custom_gradient
def log1pexp(x):
    def grad(upstream):
        return upstream * tf.ones_like(x)

    return tf.nn.softplus(x), grad


x = tf.Variable([0.0, 3.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(log1pexp(x=x))  # TFG706
print(tape.gradient(y, x))
