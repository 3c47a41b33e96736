# effect: ok
# x is watched, reshaped and normalised inside the tape; the last x is a recorded tensor
import tensorflow as tf


def jac(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        x = tf.reshape(x, (1, -1))
        x = x / tf.reduce_sum(x)
        y = tf.reduce_sum(x**3)
    return tape.gradient(y, x)


print(jac(tf.constant([1.0, 3.0])))
