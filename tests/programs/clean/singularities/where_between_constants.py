# effect: ok
# the division is by a constant, the log is of constants, where only selects
import tensorflow as tf

x = tf.Variable([0.0, 1.0, 2.0])
counts = tf.constant([0.0, 2.0, 4.0])
with tf.GradientTape() as tape:
    prior = tf.where(counts > 0.0, tf.math.log(tf.maximum(counts, 1.0)), 0.0)
    y = tf.where(x > 1.0, x / 2.0, tf.square(x) / tf.constant(4.0))
    loss = tf.reduce_sum(y + prior * x)
print(tape.gradient(loss, x))
