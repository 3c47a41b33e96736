# effect: ok
# statistics of the data, not of anything trained
import numpy as np
import tensorflow as tf

raw = np.random.default_rng(0).normal(3.0, 2.0, size=(10, 2)).astype(np.float32)
mu, sd = raw.mean(0), np.std(raw, axis=0)
x = tf.constant((raw - mu) / sd)
lengthscale = float(np.median(np.abs(raw)))
w = tf.Variable(tf.ones((2, 1)))
with tf.GradientTape() as tape:
    out = tf.exp(-tf.matmul(x, w) / lengthscale)
    loss = tf.math.reduce_std(out) + tf.cast(len(raw), tf.float32) * 0.01
print(tape.gradient(loss, w))
