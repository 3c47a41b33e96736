# effect: none
# weighted sum of star-args, made by a method after the tape
import tensorflow as tf


class MultiTask:
    def __init__(self):
        self.trunk = tf.Variable([0.5, 0.5])

    def losses(self, x):
        h = self.trunk * x
        return tf.reduce_sum(h), tf.reduce_sum(h**2)

    @staticmethod
    def combine(*losses, weights=(1.0, 0.1)):
        return sum(w * l for w, l in zip(weights, losses))

    def step(self, x):
        with tf.GradientTape() as tape:
            parts = self.losses(x)
        total = self.combine(*parts)  # TFG101
        return tape.gradient(total, self.trunk)


print(MultiTask().step(tf.constant([1.0, 2.0])))
