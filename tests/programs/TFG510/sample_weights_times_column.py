# effect: wrong
# truth: [-2.64, -3.48]
# one weight per example multiplies a column of squared errors
import tensorflow as tf

kernel = tf.Variable([[0.4], [0.2]])
samples = tf.constant([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
targets = tf.constant([[1.0], [2.0], [3.0]])
importance = tf.constant([0.2, 0.3, 0.5])
with tf.GradientTape() as tape:
    squared = tf.square(tf.matmul(samples, kernel) - targets)
    weighted = importance * squared  # TFG510
    loss = tf.reduce_sum(weighted)
gradient = tape.gradient(loss, kernel)
