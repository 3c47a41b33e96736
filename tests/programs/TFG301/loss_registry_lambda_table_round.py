# effect: none
# losses by name in a table of functools.partial objects
from functools import partial

import tensorflow as tf


def power_loss(y, p, *, exponent, post):
    return tf.reduce_mean(tf.abs(y - post(p)) ** exponent)  # TFG301


LOSSES = {
    "mae": partial(power_loss, exponent=1.0, post=tf.identity),
    "hard": partial(power_loss, exponent=2.0, post=tf.math.rint),
}


def fit(name, x, y):
    w = tf.Variable(0.4)
    with tf.GradientTape() as tape:
        loss = LOSSES[name](y, w * x)
    return tape.gradient(loss, w)


print(fit("hard", tf.constant([1.0, 2.0]), tf.constant([1.0, 1.0])))
