import tensorflow as tf


class Adversaries:
    def __init__(self, size):
        self.size = size
        self.generator = self.make_generator()
        self.critic = self.make_critic()

    def make_generator(self):
        raise NotImplementedError

    def make_critic(self):
        raise NotImplementedError

    def sample(self, count):
        return self.generator(tf.random.normal((count, self.size)))
