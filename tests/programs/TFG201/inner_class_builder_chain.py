# effect: none
# fluent builder: each method returns self, one converts to a list
import tensorflow as tf


class Signal:
    def __init__(self, values):
        self.values = values

    def gain(self, k):
        self.values = self.values * k
        return self

    def clip(self, limit):
        self.values = [min(v, limit) for v in self.values.numpy().tolist()]  # TFG201
        return self

    def energy(self):
        return tf.reduce_sum(tf.square(self.values))


k = tf.Variable(1.5)
with tf.GradientTape() as tape:
    e = Signal(tf.constant([0.5, 1.0])).gain(k).clip(1.2).energy()
print(tape.gradient(e, k))
