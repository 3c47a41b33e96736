# effect: ok
# variables from floats, from a cast and with an explicit dtype are fine sources
import numpy as np
import tensorflow as tf

a = tf.Variable([1, 2, 3], dtype=tf.float32)
b = tf.Variable(np.arange(3).astype("float32"))
c = tf.Variable(tf.cast(tf.range(3), tf.float32))
d = tf.Variable(3.0 * np.ones(3, dtype=np.float32))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(a * b + c * d)
print(tape.gradient(loss, [a, b, c, d]))
