# effect: ok
# `tf.where` takes the root for pairs of different labels only: the root gets zeros on the diagonal
import numpy as np
import tensorflow as tf

labels = np.array([0, 1, 1, 0])
differ = tf.constant(labels[None, :] != labels[:, None])
codes = tf.Variable([[0.1, 0.2], [1.0, 0.5], [0.3, 2.0], [1.5, 1.5]])
with tf.GradientTape() as tape:
    apart = codes[None, :, :] - codes[:, None, :]
    squared = tf.reduce_sum(apart * apart, axis=-1)
    push = tf.maximum(2.0 - tf.sqrt(squared), 0.0)
    loss = tf.reduce_mean(tf.where(differ, push, squared))
print(tape.gradient(loss, codes))
