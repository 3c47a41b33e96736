from abc import ABC, abstractmethod

import numpy as np
import tensorflow as tf


class Estimator(ABC):
    """fit, predict and score, for anything that has a forward pass and a loss."""

    def __init__(self, rate):
        self.optimizer = tf.keras.optimizers.SGD(rate)

    @property
    @abstractmethod
    def parameters(self):
        """The variables that are fitted."""

    @abstractmethod
    def forward(self, features): ...

    @abstractmethod
    def loss(self, labels, outputs): ...

    def predict(self, features):
        return np.asarray(self.forward(tf.cast(features, tf.float32)).numpy())

    def score(self, features, labels):
        return float(np.mean(self.predict(features) == labels))

    def fit(self, features, labels, steps):
        features = tf.cast(features, tf.float32)
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = self.loss(labels, self.forward(features))
            gradients = tape.gradient(loss, self.parameters)
            self.optimizer.apply_gradients(zip(gradients, self.parameters))
        return self
