# effect: none
# NumPy's exp is called on the tensor
import numpy as np
import tensorflow as tf


def swish(x, beta=1.0):
    return x / (1.0 + np.exp(-beta * x))


def logistic(t):
    return 1.0 / (1.0 + np.exp(-t))  # TFG202


w = tf.Variable([0.1, 0.4])
with tf.GradientTape() as tape:
    p = logistic(w * 2.0)
    loss = -tf.reduce_sum(tf.math.log(p))
print(tape.gradient(loss, w), swish(np.ones(2)))
