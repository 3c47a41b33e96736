import numpy as np
import tensorflow as tf


class Shadow:
    """Averages that follow variables slowly."""

    def __init__(self, variables, decay):
        self.originals = variables
        self.decay = decay
        self.averages = [tf.Variable(v.numpy(), trainable=False) for v in variables]

    def update(self):
        for average, original in zip(self.averages, self.originals):
            average.assign(self.decay * average + (1.0 - self.decay) * original)

    def distance(self):
        return float(
            sum(np.abs(a.numpy() - o.numpy()).sum() for a, o in zip(self.averages, self.originals))
        )
