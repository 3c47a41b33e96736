# effect: ok
# a positive matrix with one element has a root and a determinant like any other
import tensorflow as tf

variance = tf.Variable([[2.5]])
with tf.GradientTape() as tape:
    root = tf.linalg.cholesky(variance * 1.5)
    loss = tf.reduce_sum(root) + tf.linalg.logdet(variance)
print(tape.gradient(loss, variance))
