# effect: wrong
# truth: [2.0, 2.0, 0.0, 2.0]
# the Jacobian of a two-output map asked with gradient
import tensorflow as tf


class Arm:
    def __init__(self, lengths):
        self.lengths = tf.constant(lengths)

    def forward(self, q):
        a = self.lengths[0] * q[0] + self.lengths[1] * q[1]
        b = self.lengths[1] * q[1]
        return tf.stack([a, b])

    def jacobian(self, q):
        with tf.GradientTape() as tape:
            tape.watch(q)
            tip = self.forward(q)
        return tape.gradient(tip, q)  # TFG502


print(Arm([2.0, 2.0]).jacobian(tf.constant([0.3, 0.4])))
