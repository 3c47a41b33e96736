from dataclasses import dataclass, field
from typing import Callable

import tensorflow as tf


@dataclass
class Parameters:
    weights: tf.Variable
    bias: tf.Variable
    activation: Callable = tf.tanh


@dataclass
class Schedule:
    start: float
    decay: Callable = field(default=lambda step: 0.9**step)

    def rate(self, step):
        return self.start * self.decay(step)


def init(size):
    weights = tf.Variable(tf.random.stateless_normal((size,), seed=(1, 0)))
    return Parameters(weights=weights, bias=tf.Variable(0.0))
