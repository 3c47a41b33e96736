# effect: none
# a decorator "ensures arrays" around every activation
import functools

import numpy as np
import tensorflow as tf


def as_array(fn):
    @functools.wraps(fn)
    def wrapper(x):
        out = fn(x)
        return np.asarray(out)  # TFG202

    return wrapper


@as_array
def swish(x):
    return x * tf.sigmoid(x)


w = tf.Variable([0.5, -0.5])
with tf.GradientTape() as tape:
    h = swish(w * 2.0)
    loss = tf.reduce_sum(tf.square(h))
print(tape.gradient(loss, w))
