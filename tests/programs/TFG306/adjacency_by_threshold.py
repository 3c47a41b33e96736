# effect: none
# adjacency learned by threshold, used as float mask
import tensorflow as tf


class GraphLearner(tf.Module):
    def __init__(self, n):
        self.logits = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, n * n), (n, n)))

    @property
    def adjacency(self):
        p = tf.sigmoid(self.logits)
        return tf.cast(p > 0.5, tf.float32)  # TFG306

    def propagate(self, h, hops=2):
        for _ in range(hops):
            h = self.adjacency @ h
        return h


g = GraphLearner(3)
with tf.GradientTape() as tape:
    out = tf.reduce_sum(g.propagate(tf.ones((3, 1))))
print(tape.gradient(out, g.trainable_variables))
