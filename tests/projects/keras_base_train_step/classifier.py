import tensorflow as tf

from base import ClippedModel


class Classifier(ClippedModel):
    def __init__(self, hidden, classes):
        super().__init__()
        self.first = tf.keras.layers.Dense(hidden, activation="relu")
        self.normalise = tf.keras.layers.BatchNormalization()
        self.second = tf.keras.layers.Dense(classes)

    def call(self, features, training=False):
        return self.second(self.normalise(self.first(features), training=training))

    def loss_of(self, labels, outputs):
        entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=outputs)
        return tf.reduce_mean(entropy)
