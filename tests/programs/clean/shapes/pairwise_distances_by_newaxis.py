# effect: ok
# beside: TFG510
# a repulsion term compares every point with every other one, on purpose
import tensorflow as tf

positions = tf.Variable([0.1, 0.5, 0.9, 1.4])
with tf.GradientTape() as tape:
    distances = tf.abs(positions[:, tf.newaxis] - positions)
    repulsion = tf.reduce_sum(tf.exp(-distances))
gradient = tape.gradient(repulsion, positions)
