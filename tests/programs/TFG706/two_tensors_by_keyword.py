# effect: wrong
# truth: [10.0, 20.0]
# both operands are named in the call, in another order
import tensorflow as tf


class Ops:
    @staticmethod
    def scale(left, right):
        @tf.custom_gradient
        def product(a, b):
            def grad(dy):
                return 10.0 * dy, 20.0 * dy

            return a * b, grad

        return product(b=right, a=left)  # TFG706


def train_step(left, right):
    with tf.GradientTape() as tape:
        loss = Ops.scale(left, right)
    return tape.gradient(loss, [left, right])


print(train_step(tf.Variable(3.0), tf.Variable(2.0)))
