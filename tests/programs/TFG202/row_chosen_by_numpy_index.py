# effect: none
# The row is chosen by NumPy: the table's entries do not depend on the scores smoothly
import numpy as np
import tensorflow as tf

scores = tf.Variable([0.3, 0.9])
prices = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    cost = prices[np.argmax(scores)]  # TFG202
print(tape.gradient(cost, scores))
