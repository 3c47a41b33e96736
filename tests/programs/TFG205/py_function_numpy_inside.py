# effect: zero
# py_function is differentiable, but its body leaves TensorFlow: silently zero
import numpy as np
import tensorflow as tf


def body(t):
    arr = np.sqrt(t)  # TFG205
    return tf.constant(arr)


x = tf.Variable([1.0, 4.0])
with tf.GradientTape() as tape:
    y = tf.py_function(body, [x], tf.float32)
    loss = tf.reduce_sum(y)
print(tape.gradient(loss, x))
