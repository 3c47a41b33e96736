import tensorflow as tf


class Task:
    """A training loop; subclasses say what a batch costs."""

    def __init__(self, network, optimizer):
        self.network = network
        self.optimizer = optimizer
        self.losses = []

    def cost(self, batch):
        raise NotImplementedError

    def train_step(self, batch):
        with tf.GradientTape() as tape:
            cost = self.cost(batch)
        variables = self.network.trainable_variables
        self.optimizer.collect(tape.gradient(cost, variables), variables)
        return cost

    def train(self, batches):
        for batch in batches:
            self.losses.append(round(self.train_step(batch).numpy().item(), 4))
