# effect: wrong
# truth: [6.0]
# the running loss attribute is overwritten by each head
import tensorflow as tf


class MultiHead:
    def __init__(self, scales):
        self.w = tf.Variable(1.0)
        self.scales = scales
        self.loss = tf.constant(0.0)

    def accumulate(self, scale):
        self.loss = self.w * scale  # TFG501

    def total(self):
        self.loss = tf.constant(0.0)
        for s in self.scales:
            self.accumulate(s)
        return self.loss


heads = MultiHead([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    loss = heads.total()
print(tape.gradient(loss, heads.w))
