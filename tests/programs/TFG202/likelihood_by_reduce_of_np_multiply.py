# effect: none
# a likelihood as functools.reduce over np.multiply
from functools import reduce

import numpy as np
import tensorflow as tf

rate = tf.Variable(0.5)


def density(x):
    return rate * tf.exp(-rate * x)


def likelihood(samples):
    return reduce(np.multiply, [density(s) for s in samples])  # TFG202


with tf.GradientTape() as tape:
    nll = -tf.math.log(likelihood([0.5, 1.0, 2.0]))
print(tape.gradient(nll, rate))
