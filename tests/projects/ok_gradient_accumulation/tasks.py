import tensorflow as tf

from loop import Task


class Denoising(Task):
    def __init__(self, network, optimizer, noise):
        super().__init__(network, optimizer)
        self.noise = noise
        self.seen = 0

    def cost(self, batch):
        self.seen += int(batch.shape[0])
        noisy = batch + self.noise * tf.random.stateless_normal(batch.shape, seed=(self.seen, 0))
        return tf.reduce_mean(tf.square(self.network(noisy) - batch))
