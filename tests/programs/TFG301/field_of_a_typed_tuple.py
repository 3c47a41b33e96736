# effect: none
# the loss is the second item of a class of tuples
from typing import NamedTuple

import tensorflow as tf


class Losses(NamedTuple):
    total: tf.Tensor
    count: tf.Tensor = tf.constant(0.0)


weights = tf.Variable([0.4, 1.7])
with tf.GradientTape() as tape:
    both = Losses(tf.reduce_sum(weights), count=tf.reduce_sum(tf.round(weights)))  # TFG301
    _, loss = both
print(tape.gradient(loss, weights))
