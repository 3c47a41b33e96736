# effect: ok
# the inner derivative starts at the distances: it never passes the function that made them
import numpy as np
import tensorflow as tf


@tf.custom_gradient
def distances(positions):
    gaps = positions[1:] - positions[:-1]

    def slope(upstream):
        upstream = np.asarray(upstream)
        return tf.constant(np.append(0.0, upstream) - np.append(upstream, 0.0), tf.float32)

    return gaps, slope


positions = tf.Variable([0.0, 1.0, 3.0])
with tf.GradientTape() as tape:
    gaps = distances(positions)
    with tf.GradientTape() as inner:
        inner.watch(gaps)
        features = tf.exp(-(gaps**2))
    slopes = inner.gradient(features, gaps)
    energy = tf.reduce_sum(features * slopes)
print(tape.gradient(energy, positions))
