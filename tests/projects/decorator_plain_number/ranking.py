import tensorflow as tf

from reporting import plain_number


class Ranker(tf.Module):
    def __init__(self, features):
        super().__init__()
        self.weights = tf.Variable(tf.zeros(features))

    def __call__(self, items):
        return tf.linalg.matvec(items, self.weights)

    @plain_number(digits=3)
    def agreement(self, better, worse):
        """The share of pairs in the right order."""
        return tf.reduce_mean(tf.cast(self(better) > self(worse), tf.float32))


@plain_number(digits=6)
def margin_loss(better, worse, margin=1.0):
    return tf.reduce_mean(tf.nn.relu(margin - (better - worse)))
