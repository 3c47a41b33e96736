# effect: nan
# a safe quotient that is only safe in the forward direction
import tensorflow as tf


def safe_div(a, b):
    return tf.where(tf.equal(b, 0.0), tf.zeros_like(a), a / b)  # TFG601


weights = tf.Variable([1.0, 0.0, 2.0])
counts = tf.constant([3.0, 4.0, 5.0])
with tf.GradientTape() as tape:
    ratio = safe_div(counts, weights)
    loss = tf.reduce_mean(ratio)
print(tape.gradient(loss, weights))
