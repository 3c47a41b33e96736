# effect: ok
# the square makes it curved; the absolute value beside it does not hide that
import tensorflow as tf


positions = tf.Variable([0.0, 1.1, 2.3])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        stretch = positions[1:] - positions[:-1] - 1.0
        energy = tf.reduce_sum(0.5 * stretch**2 + tf.abs(stretch))
    force = inner.gradient(energy, positions)
print(outer.jacobian(force, positions))
