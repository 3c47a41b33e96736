# effect: none
# unit-length initialisation replaces the variable by a tensor before training
import tensorflow as tf


def unit_direction(dim):
    d = tf.Variable(tf.range(1.0, dim + 1.0))
    d = d / tf.norm(d)  # TFG401
    return d


direction = unit_direction(3)
data = tf.constant([[1.0, 0.0, 2.0], [0.5, 1.0, 1.0]])
with tf.GradientTape() as tape:
    projected = tf.linalg.matvec(data, direction)
    variance = tf.math.reduce_variance(projected)
print(tape.gradient(-variance, direction))
