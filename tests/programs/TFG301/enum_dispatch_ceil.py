# effect: none
# rounding mode chosen by an Enum that maps to functions
from enum import Enum

import tensorflow as tf


class Mode(Enum):
    SOFT = "soft"
    UP = "up"


ROUNDING = {Mode.SOFT: lambda x: x - tf.sin(6.28318 * x) / 6.28318, Mode.UP: tf.math.ceil}


class Allocator(tf.Module):
    def __init__(self, mode):
        self.share = tf.Variable([0.3, 0.7])
        self.mode = mode

    def units(self, budget):
        return ROUNDING[self.mode](self.share * budget)  # TFG301


alloc = Allocator(Mode.UP)
with tf.GradientTape() as tape:
    cost = tf.reduce_sum(alloc.units(10.0) * tf.constant([2.0, 3.0]))
print(tape.gradient(cost, alloc.share))
