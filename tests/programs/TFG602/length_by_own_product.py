# effect: nan
# the square is written as a product: rows that a mask removes have length zero
import tensorflow as tf


def lengths(vectors):
    return tf.sqrt(tf.reduce_sum(vectors * vectors, axis=-1))  # TFG602


steps = tf.Variable([[1.0, 2.0], [3.0, 1.0], [0.5, 0.5]])
valid = tf.constant([[1.0], [1.0], [0.0]])
with tf.GradientTape() as tape:
    total = tf.reduce_sum(lengths(steps * valid))
print(tape.gradient(total, steps))
