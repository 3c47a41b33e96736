# effect: ok
# int(), float() and np.prod work on shapes, which carry no gradient
import math

import numpy as np
import tensorflow as tf

w = tf.Variable(tf.ones((2, 3)))
with tf.GradientTape() as tape:
    h = w * 2.0
    n = float(h.shape[0] * h.shape[1])
    rows = int(tf.shape(h)[0])
    flat = tf.reshape(h, (int(np.prod(h.shape)),))
    loss = tf.reduce_sum(flat**2) / n / math.sqrt(rows)
print(tape.gradient(loss, w))
