# effect: error
# raises: TypeError
# word vectors by hand: the step multiplies a sparse gradient by the rate
import tensorflow as tf


class Vectors(tf.Module):
    def __init__(self, words):
        super().__init__()
        self.table = tf.Variable(tf.random.normal((words, 4)))

    def loss(self, pairs):
        left = tf.nn.embedding_lookup(self.table, pairs[:, 0])
        right = tf.nn.embedding_lookup(self.table, pairs[:, 1])
        return -tf.reduce_sum(left * right)

    def train(self, pairs, rate):
        with tf.GradientTape() as tape:
            loss = self.loss(pairs)
        gradient = tape.gradient(loss, self.table)
        self.table.assign(self.table - rate * gradient)  # TFG117


Vectors(5).train(tf.constant([[1, 2], [3, 4]]), 0.1)
