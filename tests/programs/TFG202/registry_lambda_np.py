# effect: none
# one entry of the loss registry is written with NumPy, and that is the one chosen
import numpy as np
import tensorflow as tf

LOSSES = {
    "l1": lambda e: np.abs(e).sum(),  # TFG202
    "l2": lambda e: tf.reduce_sum(tf.square(e)),
}

coef = tf.Variable([1.0, 3.0])


def compute(kind="l1"):
    with tf.GradientTape() as tape:
        loss = tf.constant(1.0) * LOSSES[kind](coef - 2.0)
    return tape.gradient(loss, coef)


print(compute())
