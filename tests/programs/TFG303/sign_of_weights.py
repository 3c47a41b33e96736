# effect: zero
# binarised weights without a straight-through estimator
import tensorflow as tf


def binarise(w):
    return tf.sign(w)  # TFG303


kernel = tf.Variable([[0.4, -0.3], [0.2, 0.9]])
with tf.GradientTape() as tape:
    out = tf.matmul([[1.0, 2.0]], binarise(kernel))
    loss = tf.reduce_mean(tf.square(out - 1.0))
print(tape.gradient(loss, kernel))
