# effect: ok
# beside: TFG607
# the array starts with zeros, and the program fills them in
import numpy as np
import tensorflow as tf

lengths = np.array([0, 0])
lengths[:] = [2, 1]
values = tf.Variable([[1.0, 2.0, 3.0], [0.5, 1.0, 1.5]])
with tf.GradientTape() as tape:
    share = tf.nn.softmax(tf.where(tf.sequence_mask(lengths, 3), values, -np.inf))
    loss = tf.reduce_sum(share * values)
print(tape.gradient(loss, values))
