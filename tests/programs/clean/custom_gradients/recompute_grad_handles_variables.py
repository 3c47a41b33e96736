# effect: ok
# tf.recompute_grad deals with variables by itself; so does **kwargs in grad
import tensorflow as tf

w = tf.Variable([[0.5, 0.1], [0.2, 0.3]])
block = tf.recompute_grad(lambda x: tf.tanh(x @ w))


@tf.custom_gradient
def doubled(x):
    def grad(dy, **kwargs):
        own = [tf.zeros_like(v) for v in kwargs.get("variables", [])]
        return 2.0 * dy * tf.reduce_sum(w), own

    return 2.0 * x * tf.reduce_sum(w), grad


x = tf.Variable([[1.0, 2.0]])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(doubled(block(x)))
print(tape.gradient(y, [x, w]))
