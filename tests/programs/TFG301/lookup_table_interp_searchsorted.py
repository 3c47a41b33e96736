# effect: none
# a calibrated lookup: the learned query only selects a bin
import tensorflow as tf


class Calibration:
    def __init__(self, xs, ys):
        self.xs, self.ys = tf.constant(xs), tf.constant(ys)

    def bin(self, q):
        return tf.searchsorted(self.xs, q) - 1  # TFG301

    def __call__(self, q):
        i = self.bin(q)
        return tf.gather(self.ys, i)


cal = Calibration([0.0, 1.0, 2.0], [0.0, 10.0, 15.0])
q = tf.Variable([0.5, 1.5])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(cal(q))
print(tape.gradient(loss, q))
