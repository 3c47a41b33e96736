# effect: none
# homoscedastic weighting: the learned log-variances go through math.exp
import math

import tensorflow as tf


class UncertaintyWeights(tf.keras.layers.Layer):
    def __init__(self, tasks):
        super().__init__()
        self.log_vars = [self.add_weight(shape=(), initializer="zeros") for _ in range(tasks)]

    def call(self, losses):
        total = 0.0
        for loss, s in zip(losses, self.log_vars):
            total += math.exp(-s) * loss  # TFG203
        return total


layer = UncertaintyWeights(2)
trunk = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    total = layer([tf.reduce_sum(trunk**2), tf.reduce_sum(trunk)])
print(tape.gradient(total, layer.trainable_variables))
