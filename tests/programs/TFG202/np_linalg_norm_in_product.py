# effect: wrong
# truth: [2.8, 7.4]
# the norm is a plain number: its own derivative is missing
import numpy as np
import tensorflow as tf

x = tf.Variable([3.0, 4.0])
with tf.GradientTape() as tape:
    length = np.linalg.norm(x)  # TFG202
    loss = length * (x[1] - 1.0) + x[0]
print(tape.gradient(loss, x))
