# effect: ok
# beside: TFG510
# two different sets of points have no pair of equal ones
import tensorflow as tf

places = tf.Variable([[0.0, 0.0], [1.0, 2.0]])
sources = tf.constant([[3.0, 1.0], [5.0, 5.0]])
near = tf.constant([[True, False], [True, True]])
with tf.GradientTape() as tape:
    offsets = places[:, None] - sources[None, :]
    squared = tf.reduce_sum(offsets * offsets, axis=-1)
    energy = tf.reduce_sum(tf.where(near, 1.0 / squared, 0.0))
print(tape.gradient(energy, places))
