# effect: ok
# the margin goes through tf.cast, and the denominator is never zero
import tensorflow as tf


def curve(alpha):
    cast = lambda number: tf.cast(number, alpha.dtype)
    steep = (cast(2.25) * alpha - cast(4.5)) / (tf.abs(alpha - cast(2)) + cast(0.25))
    return tf.where(alpha < 4, steep, alpha)


alpha = tf.Variable([0.0, 1.75, 2.5, 4.0, 400.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(curve(alpha))
print(tape.gradient(loss, alpha))
