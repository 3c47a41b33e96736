# effect: nan
# the value at zero is repaired, the derivative is not
import tensorflow as tf


def sinc(x):
    return tf.where(tf.equal(x, 0.0), 1.0, tf.sin(x) / x)  # TFG601


shift = tf.Variable(0.0)
grid = tf.constant([-1.0, 0.0, 1.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(sinc(grid - shift)))
print(tape.gradient(loss, shift))
