# effect: none
# np.array collects the tensors, the gradient ends there
import numpy as np
import tensorflow as tf

a, b = tf.Variable(1.0), tf.Variable(2.0)
with tf.GradientTape() as tape:
    terms = np.array([a * b, a**2, b**3])  # TFG204
    loss = tf.reduce_sum(terms)
print(tape.gradient(loss, [a, b]))
