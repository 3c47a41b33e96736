import tensorflow as tf

from nets.layers.dense import Dense
from nets.layers.variants import Binary


class Classifier(tf.Module):
    def __init__(self, inputs, hidden, classes):
        super().__init__()
        self.hidden = Binary(inputs, hidden, seed=1)
        self.output = Dense(hidden, classes, seed=2)

    def __call__(self, features):
        return self.output(self.hidden(features))

    def loss(self, features, labels):
        logits = self(features)
        entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        return tf.reduce_mean(entropy)
