# effect: wrong
# truth: [2.718282, 6.436564]
# the temperature goes through math.exp, its own derivative is lost but another term keeps it alive
import math

import tensorflow as tf

params = tf.Variable([2.0, 1.0])


def boltzmann(energy, log_t):
    return energy * math.exp(log_t) + log_t  # TFG203


with tf.GradientTape() as tape:
    e, t = params[0], params[1]
    out = boltzmann(e, t)
print(tape.gradient(out, params))
