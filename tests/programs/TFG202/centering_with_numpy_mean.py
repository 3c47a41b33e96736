# effect: wrong
# truth: [-1.333333, -1.333333, 2.666667]
# a loss centred with np.mean: the mean's share of the gradient is missing
import numpy as np
import tensorflow as tf

x = tf.Variable([1.0, 2.0, 6.0])


def centred(v):
    return v - np.mean(v)  # TFG202


with tf.GradientTape() as tape:
    loss = 4.0 * centred(x)[2]
print(tape.gradient(loss, x))
