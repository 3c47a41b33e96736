# effect: none
# both branches of the helper leave TensorFlow, each in its own way
import numpy as np
import tensorflow as tf


def pool(t, how):
    if how == "max":
        return np.max(t)  # TFG202
    return t.numpy().mean()  # TFG201


x = tf.Variable([1.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    hi = tf.constant(pool(x * 2.0, "max"))
    mid = tf.constant(pool(x * 2.0, "mean"))
print(tape.gradient(hi, x), tape.gradient(mid, x))
