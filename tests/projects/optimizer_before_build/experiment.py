import tensorflow as tf

from optim import Sgd


def reconstruction(batch, output):
    return tf.reduce_mean(tf.reduce_sum(tf.square(batch - output), axis=1))


class Experiment:
    def __init__(self, model, rate):
        self.model = model
        self.optimizer = Sgd.for_model(model, rate)

    def step(self, batch):
        with tf.GradientTape() as tape:
            loss = reconstruction(batch, self.model(batch, training=True))
        self.optimizer.minimise(tape, loss)
        return loss
