# effect: ok
# beside: TFG706
# any number of inputs, any number of upstream gradients, variables by keyword
import tensorflow as tf


@tf.custom_gradient
def weighted(*xs):
    def grad(*upstream):
        return [upstream[0] * (i + 1.0) for i in range(len(xs))]

    return tf.add_n([x * (i + 1.0) for i, x in enumerate(xs)]), grad


@tf.custom_gradient
def pair(x):
    def grad(*dys, **kwargs):
        first, second = dys
        return first * 2.0 * x + second * 3.0

    return (x * x, 3.0 * x), grad


a, b, c = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)
with tf.GradientTape() as tape:
    p, q = pair(a)
    y = weighted(a, b, c) + p * q
print(tape.gradient(y, [a, b, c]))
