# effect: none
# the tower detaches its own output, which is all the loss sees
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Options:
    width: int = 2


class Tower(tf.Module):
    def __init__(self, options):
        super().__init__()
        self.options = options
        self.w = tf.Variable(tf.ones((2, options.width)))

    def __call__(self, x):
        h = tf.nn.relu(x @ self.w)
        return tf.stop_gradient(h)  # TFG307


tower = Tower(Options())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tower(tf.ones((1, 2))) ** 2)
print(tape.gradient(loss, tower.w))
