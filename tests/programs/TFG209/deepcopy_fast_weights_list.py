# effect: none
# MAML with deep-copied weights: the meta parameters are not in the graph
from copy import deepcopy

import tensorflow as tf


class MAML:
    def __init__(self):
        self.theta = [tf.Variable(0.5), tf.Variable(0.1)]

    @staticmethod
    def predict(p, x):
        return p[0] * x + p[1]

    def adapt(self, x, y):
        fast = [deepcopy(p) for p in self.theta]  # TFG209
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.predict(fast, x) - y) ** 2)
        grads = tape.gradient(loss, fast)
        return [p - 0.1 * g for p, g in zip(fast, grads)]

    def meta_gradient(self, x, y):
        with tf.GradientTape() as outer:
            adapted = self.adapt(x, y)
            loss = tf.reduce_mean((self.predict(adapted, x) - y) ** 2)
        return outer.gradient(loss, self.theta)


x = tf.constant([1.0, 2.0])
print(MAML().meta_gradient(x, 2.0 * x))
