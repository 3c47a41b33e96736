# effect: ok
# an ndarray on the left of an operator defers to the tensor
import numpy as np
import tensorflow as tf

scale = np.array([1.0, 2.0], dtype=np.float32)
v = tf.Variable([3.0, 4.0])
with tf.GradientTape() as tape:
    y = scale * v + np.float64(2.0) * v - np.pi
    z = np.ones((2, 2), np.float32) @ y[:, None]
    loss = tf.reduce_sum(z) / np.prod(z.shape)
print(tape.gradient(loss, v))
