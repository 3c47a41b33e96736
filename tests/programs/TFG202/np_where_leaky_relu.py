# effect: none
# np.where gives an array
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.5, -0.5]])
x = tf.constant([[1.0], [2.0]])
with tf.GradientTape() as tape:
    h = x @ w
    a = np.where(h > 0, h, 0.01 * h)  # TFG202
    loss = tf.reduce_sum(tf.constant(a, tf.float32) ** 2)
print(tape.gradient(loss, w))
