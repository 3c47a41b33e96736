# effect: nan
# the mask goes into the logarithm instead of behind it
import tensorflow as tf


def masked_entropy(p, labels):
    mask = tf.cast(tf.not_equal(labels, 0), tf.float32)
    masked = p * mask
    return -tf.reduce_sum(masked * tf.math.log(masked))  # TFG602


p = tf.Variable([0.2, 0.3, 0.5])
with tf.GradientTape() as tape:
    loss = masked_entropy(p, tf.constant([0, 3, 1]))
print(tape.gradient(loss, p))
