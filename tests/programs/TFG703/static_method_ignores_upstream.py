# effect: wrong
# truth: [12.0]
# gradient clipping op whose backward returns its own derivative only
import tensorflow as tf


class Ops:
    @staticmethod
    @tf.custom_gradient
    def square(x):
        def grad(upstream):  # TFG703
            return 2.0 * x

        return x * x, grad


def cost(x):
    return 3.0 * Ops.square(x)


x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = cost(x)
print(tape.gradient(y, x))
