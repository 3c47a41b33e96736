# effect: none
# statistics.fmean adds the tensors up as Python floats
import statistics

import tensorflow as tf

w = tf.Variable(0.5)
data = [(1.0, 2.0), (2.0, 3.9), (3.0, 6.1)]
with tf.GradientTape() as tape:
    errors = [(w * x - y) ** 2 for x, y in data]
    loss = tf.convert_to_tensor(statistics.fmean(errors))  # TFG203
print(tape.gradient(loss, w))
