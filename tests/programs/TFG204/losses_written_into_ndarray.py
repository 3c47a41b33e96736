# effect: none
# the weighted losses are written into an ndarray, one slot each
import numpy as np
import tensorflow as tf

heads = [tf.Variable(1.0), tf.Variable(2.0)]
weights = (0.3, 0.7)
values = np.empty(2, dtype=np.float32)
with tf.GradientTape() as tape:
    for i, (head, weight) in enumerate(zip(heads, weights)):
        values[i] = weight * tf.square(head - 3.0)  # TFG204
    loss = tf.reduce_sum(values)
print(tape.gradient(loss, heads))
