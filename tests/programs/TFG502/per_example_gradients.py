# effect: wrong
# truth: [-3, -6, 12, -4, -2, -2]
# differential privacy needs one gradient per example, this is their sum
import tensorflow as tf

w = tf.Variable([[0.5], [-0.5]])
x = tf.constant([[1.0, 2.0], [3.0, -1.0], [0.5, 0.5]])
y = tf.constant([[1.0], [0.0], [2.0]])
clip = 1.0

with tf.GradientTape() as tape:
    per_example_loss = tf.reduce_sum(tf.square(x @ w - y), axis=1)
per_example_grads = tape.gradient(per_example_loss, w)  # TFG502
norms = tf.norm(per_example_grads, axis=1)
print("norms of the examples' gradients", norms.numpy())
