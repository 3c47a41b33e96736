import tensorflow as tf

from mixins import DecayMixin, RollbackMixin, SummaryMixin


class Experiment:
    def __init__(self, network, rate):
        self.network = network
        self.optimizer = tf.keras.optimizers.SGD(rate)

    def loss(self, features, labels):
        return tf.reduce_mean(tf.square(self.network(features) - labels))

    def train_step(self, features, labels):
        with tf.GradientTape() as tape:
            loss = self.loss(features, labels)
        gradients = tape.gradient(loss, self.network.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.network.trainable_variables))
        return loss


class SafeExperiment(RollbackMixin, SummaryMixin, DecayMixin, Experiment):
    """An experiment that goes back when it gets worse."""
