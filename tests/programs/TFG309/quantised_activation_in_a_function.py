# effect: zero
# the rounded value is stopped, and the signal is added and subtracted beside it
import tensorflow as tf


def quantise(x, levels=4.0):
    scaled = x * levels
    rounded = tf.stop_gradient(tf.round(scaled))
    return (scaled + rounded - scaled) / levels  # TFG309


weights = tf.Variable([0.3, 0.6])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((quantise(weights) - 1.0) ** 2)
print(tape.gradient(loss, weights))
