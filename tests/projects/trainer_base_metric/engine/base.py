import tensorflow as tf


class Trainer:
    """Everything but the loss."""

    def __init__(self, network, learning_rate):
        self.network = network
        self.optimizer = tf.keras.optimizers.Adam(learning_rate)
        self.history = []

    def compute_loss(self, labels, outputs):
        raise NotImplementedError

    def on_epoch_end(self, epoch):
        print(f"epoch {epoch}: {self.history[-1]:.4f}")

    def train_step(self, features, labels):
        with tf.GradientTape() as tape:
            outputs = self.network(features, training=True)
            loss = self.compute_loss(labels, outputs)
        variables = self.network.trainable_variables
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        return loss

    def fit(self, batches, epochs):
        for epoch in range(epochs):
            losses = [self.train_step(features, labels) for features, labels in batches]
            self.history.append(float(tf.reduce_mean(losses)))
            self.on_epoch_end(epoch)
