# effect: error
# raises: RuntimeError
# a jacobian is asked from a tape that a gradient query has already used up
import tensorflow as tf


def sensitivities(p):
    with tf.GradientTape() as tape:
        tape.watch(p)
        out = tf.stack([p[0] * p[1], p[0] ** 2])
        norm = tf.reduce_sum(out)
    total = tape.gradient(norm, p)
    each = tape.jacobian(out, p)  # TFG105
    return total, each


sensitivities(tf.constant([1.0, 2.0]))
