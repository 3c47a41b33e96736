# effect: none
# collocation points by np.arange are int64
import numpy as np
import tensorflow as tf


class Collocation:
    def __init__(self, n):
        self.points = tf.constant(np.arange(n).reshape(-1, 1))  # TFG304

    def derivative(self, f):
        with tf.GradientTape() as tape:
            tape.watch(self.points)
            u = f(tf.cast(self.points, tf.float32))
        return tape.gradient(u, self.points)


print(Collocation(4).derivative(tf.sin))
