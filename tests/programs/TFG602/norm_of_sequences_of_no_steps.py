# effect: nan
# one sequence has no steps at all, so its masked errors are all zero
import tensorflow as tf

steps = tf.sequence_mask(tf.constant([3, 0, 4]), 4, dtype=tf.float32)
weights = tf.Variable(tf.ones((2, 4)))
features = tf.constant([[0.1, 0.4], [0.7, -0.2], [0.5, 0.3]])
with tf.GradientTape() as tape:
    errors = (tf.matmul(features, weights) - 1.0) * steps
    loss = tf.reduce_mean(tf.norm(errors, axis=-1))  # TFG602
print(tape.gradient(loss, weights))
