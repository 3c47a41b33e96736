# effect: ok
# the diagonal is replaced before the division, or lifted by an identity matrix
import numpy as np
import tensorflow as tf

places = tf.Variable([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])
others = np.eye(3) < 0.5
with tf.GradientTape() as tape:
    offsets = tf.expand_dims(places, 0) - tf.expand_dims(places, 1)
    squared = tf.reduce_sum(offsets**2, axis=2)
    safe = tf.where(others, squared, tf.ones_like(squared))
    energy = tf.reduce_sum(tf.where(others, 1.0 / safe, 0.0))
    lifted = squared + tf.eye(3)
    energy += tf.reduce_sum(tf.where(others, 1.0 / lifted**3, 0.0))
print(tape.gradient(energy, places))
