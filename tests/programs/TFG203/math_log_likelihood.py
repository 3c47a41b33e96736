# effect: wrong
# truth: [-0.25, 0.375]
# Gaussian likelihood in a dataclass: math.log(scale) is a number, its 1/scale term is missing
import math
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Normal:
    loc: tf.Variable
    scale: tf.Variable

    def log_prob(self, x):
        z = (x - self.loc) / self.scale
        return -0.5 * z * z - math.log(self.scale) - 0.5 * math.log(2 * math.pi)  # TFG203


dist = Normal(tf.Variable(0.5), tf.Variable(2.0))
with tf.GradientTape() as tape:
    nll = -dist.log_prob(tf.constant(1.5))
print(tape.gradient(nll, [dist.loc, dist.scale]))
