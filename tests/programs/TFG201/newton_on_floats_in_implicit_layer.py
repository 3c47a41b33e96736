# effect: none
# Newton's method on floats inside an implicit layer
import tensorflow as tf


def solve(a, x0=1.0, tol=1e-6):
    x, a = x0, a.numpy()  # TFG201
    while abs(x * x - a) > tol:
        x = 0.5 * (x + a / x)
    return x


class SqrtLayer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.a = tf.Variable(3.0)

    def call(self, x):
        return x * solve(self.a)


layer = SqrtLayer()
with tf.GradientTape() as tape:
    y = tf.reduce_sum(layer(tf.constant([1.0, 2.0])))
print(tape.gradient(y, layer.a))
