# effect: none
# sources are made in the query: a fresh concat of the parameters
import tensorflow as tf


class Linear(tf.Module):
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])
        self.b = tf.Variable([0.5])

    def flat(self):
        return tf.concat([self.w, self.b], axis=0)

    def __call__(self, x):
        return tf.reduce_sum(self.w * x) + self.b[0]


m = Linear()
with tf.GradientTape() as tape:
    loss = m(tf.constant([1.0, 3.0])) ** 2
print(tape.gradient(loss, m.flat()))  # TFG104
