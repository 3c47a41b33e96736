# effect: none
# tf.numpy_function hidden in a decorator that makes any NumPy code callable from graphs
import functools

import numpy as np
import tensorflow as tf


def graph_callable(fn):
    @functools.wraps(fn)
    def wrapper(t):
        out = tf.numpy_function(fn, [t], tf.float32)  # TFG205
        out.set_shape(t.shape)
        return out

    return wrapper


@graph_callable
def softclip(a):
    return np.clip(a, -1.0, 1.0).astype(np.float32)


w = tf.Variable([0.3, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(softclip(w * 2.0))
print(tape.gradient(loss, w))
