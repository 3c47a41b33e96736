import tensorflow as tf


def unchanged(features):
    return features


class Trainer:
    """Encoder, head, and functions that may look in between."""

    def __init__(self, encoder, head, on_features=unchanged, on_step=None):
        self.encoder = encoder
        self.head = head
        self.on_features = on_features
        self.on_step = on_step
        self.optimizer = tf.keras.optimizers.SGD(0.05)
        self.steps = 0

    def loss(self, features, labels):
        codes = self.on_features(self.encoder(features))
        return tf.reduce_mean(tf.square(self.head(codes) - labels))

    def step(self, features, labels):
        with tf.GradientTape() as tape:
            loss = self.loss(features, labels)
        variables = self.encoder.trainable_variables + self.head.trainable_variables
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.steps += 1
        if self.on_step is not None:
            self.on_step(self.steps, loss)
