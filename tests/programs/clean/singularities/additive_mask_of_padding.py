# effect: ok
# beside: TFG607
# every sentence has a token, or a large number stands for infinity
import numpy as np
import tensorflow as tf

tokens = tf.constant([[4, 7, 0], [5, 0, 0]])
empty = tf.constant([[4, 7, 0], [0, 0, 0]])
bias = tf.where(tokens != 0, 0.0, -np.inf)
finite = tf.where(tf.equal(empty, 0), -1e9, 0.0)
scores = tf.Variable([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
with tf.GradientTape() as tape:
    share = tf.nn.softmax(scores + bias) + tf.nn.softmax(scores + finite)
    loss = tf.reduce_sum(share * tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(loss, scores))
