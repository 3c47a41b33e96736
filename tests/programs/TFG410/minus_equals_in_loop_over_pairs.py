# effect: error
# raises: RuntimeError
# own SGD over pairs of variable and gradient
import tensorflow as tf


class SGD:
    def __init__(self, lr):
        self.lr = lr

    def apply(self, grads_and_vars):
        for g, v in grads_and_vars:
            v -= self.lr * g  # TFG410


a, b = tf.Variable(1.0), tf.Variable(2.0)
optimizer = SGD(0.1)
with tf.GradientTape() as tape:
    loss = (a * b - 3.0) ** 2
grads = tape.gradient(loss, [a, b])
optimizer.apply(zip(grads, [a, b]))
