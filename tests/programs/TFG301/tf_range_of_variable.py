# effect: none
# the grid spacing is learned, tf.range has no gradient
import tensorflow as tf

spacing = tf.Variable(0.5)
with tf.GradientTape() as tape:
    grid = tf.range(0.0, 2.0, spacing)  # TFG301
    integral = tf.reduce_sum(tf.square(grid)) * 0.5
print(tape.gradient(integral, spacing))
