import tensorflow as tf

from routing import load, route


class Mixer(tf.Module):
    """Each example is handled by one of several experts."""

    def __init__(self, experts, width):
        super().__init__()
        draw = tf.random.stateless_normal
        self.router = tf.Variable(draw((width, experts), seed=(1, 1)))
        self.experts = tf.Variable(draw((experts, width), seed=(1, 2)))

    def __call__(self, features, seed):
        gates = route(features @ self.router, seed)
        answers = features @ tf.transpose(self.experts)
        return tf.reduce_sum(gates * answers, axis=1, keepdims=True), load(gates)
