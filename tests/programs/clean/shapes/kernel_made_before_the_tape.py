# effect: ok
# beside: TFG510
# the kernel of all pairs is made once, before training; its column is made where it is used
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(2)
sources = tf.constant(rng.random(6), dtype=tf.float32)
sinks = tf.constant(rng.random(6), dtype=tf.float32)
kernel = tf.exp(-tf.square(sources[:, None] - sinks))
strength = tf.Variable(tf.ones([6]))
with tf.GradientTape() as tape:
    interaction = tf.reduce_sum(strength * kernel)
    loss = tf.square(interaction - 10.0)
gradient = tape.gradient(loss, strength)
