# effect: none
# value_and_grad for an external optimiser: the input array becomes a tensor nobody watches
import numpy as np
import tensorflow as tf


def value_and_grad(f):
    def wrapped(x):
        t = tf.constant(x, dtype=tf.float32)
        with tf.GradientTape() as tape:
            y = f(t)
        g = tape.gradient(y, t)  # TFG102
        return float(y), g

    return wrapped


@value_and_grad
def rosen(v):
    return (1.0 - v[0]) ** 2 + 100.0 * (v[1] - v[0] ** 2) ** 2


print(rosen(np.array([0.5, 0.5])))
