import tensorflow as tf

from .base import Estimator


class LogisticRegression(Estimator):
    def __init__(self, features, rate):
        super().__init__(rate)
        self.weights = tf.Variable(tf.zeros(features))
        self.bias = tf.Variable(0.0)

    @property
    def parameters(self):
        return [self.weights, self.bias]

    def forward(self, features):
        return tf.linalg.matvec(features, self.weights) + self.bias

    def loss(self, labels, outputs):
        return tf.reduce_mean(
            tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=outputs)
        )

    def predict(self, features):
        return (super().predict(features) > 0.0).astype("float32")
