# effect: ok
# beside: TFG510
# a table of points and frequencies, which happen to be equally many, is summed over the frequencies
import numpy as np
import tensorflow as tf

times = tf.constant(np.linspace(0.0, 1.0, 16).reshape(-1, 1), dtype=tf.float32)
frequencies = tf.constant(np.arange(16.0), dtype=tf.float32)
basis = tf.sin(times * frequencies)
amplitudes = tf.Variable(tf.zeros([16]))
signal = tf.random.normal([16], seed=1)
with tf.GradientTape() as tape:
    reconstruction = tf.reduce_sum(amplitudes * basis, axis=1)
    loss = tf.reduce_mean(tf.square(reconstruction - signal))
gradient = tape.gradient(loss, amplitudes)
