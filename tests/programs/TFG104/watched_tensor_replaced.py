# effect: none
# the watched tensor is replaced by a freshly made one before it is used
import numpy as np
import tensorflow as tf


def objective(raw):
    x = tf.constant(raw)
    with tf.GradientTape() as tape:
        tape.watch(x)
        x = tf.constant(raw.reshape(1, -1))
        value = tf.reduce_sum(tf.sin(x))
    return tape.gradient(value, x)  # TFG104


print(objective(np.array([0.1, 0.2], dtype=np.float32)))
