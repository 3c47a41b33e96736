# effect: none
# the fairness term counts positive decisions with bool()
import tensorflow as tf


class Fairness:
    def __init__(self, model):
        self.model = model

    def rate(self, group):
        return sum(bool(self.model(x) > 0.0) for x in group) / len(group)  # TFG306

    def gap(self, a, b):
        return tf.abs(tf.constant(self.rate(a) - self.rate(b)))


w = tf.Variable([0.5, -1.0])
fair = Fairness(lambda x: tf.reduce_sum(w * x))
a = [tf.constant([1.0, 0.0]), tf.constant([2.0, 0.5])]
b = [tf.constant([0.0, 1.0])]
with tf.GradientTape() as tape:
    g = fair.gap(a, b)
print(tape.gradient(g, w))
