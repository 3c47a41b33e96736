import numpy as np
import tensorflow as tf


class Accumulating:
    """Steps once for so many batches."""

    def __init__(self, inner, every, clip):
        self.inner = inner
        self.every = every
        self.clip = clip
        self.sums = None
        self.count = 0
        self.norms = []

    def collect(self, gradients, variables):
        if self.sums is None:
            self.sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in variables]
        for total, gradient in zip(self.sums, gradients):
            total.assign_add(gradient)
        self.count += 1
        if self.count % self.every == 0:
            self._step(variables)

    def _step(self, variables):
        means = [total / self.every for total in self.sums]
        clipped, norm = tf.clip_by_global_norm(means, self.clip)
        self.norms.append(float(np.round(norm.numpy(), 3)))
        self.inner.apply_gradients(zip(clipped, variables))
        for total in self.sums:
            total.assign(tf.zeros_like(total))
