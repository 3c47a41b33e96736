# effect: none
# parameters in a dataclass are replaced by tensors in the update
from dataclasses import dataclass, field

import tensorflow as tf


@dataclass
class Params:
    mean: tf.Variable = field(default_factory=lambda: tf.Variable(0.0))
    log_std: tf.Variable = field(default_factory=lambda: tf.Variable(0.0))


def nll(p, data):
    z = (data - p.mean) * tf.exp(-p.log_std)
    return tf.reduce_mean(0.5 * z**2 + p.log_std)


params = Params()
data = tf.constant([1.0, 2.0, 4.0])
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = nll(params, data)
    g = tape.gradient(loss, params.mean)
    if g is None:
        break
    params.mean = params.mean - 0.5 * g  # TFG401
