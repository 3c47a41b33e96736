# effect: nan
# the second sentence is padding only
import numpy as np
import tensorflow as tf

tokens = tf.constant([[4, 7, 0], [0, 0, 0]])
bias = tf.where(tokens != 0, 0.0, -np.inf)
scores = tf.Variable([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
with tf.GradientTape() as tape:
    share = tf.nn.softmax(scores + bias, axis=-1)  # TFG607
    loss = tf.reduce_sum(share * tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(loss, scores))
