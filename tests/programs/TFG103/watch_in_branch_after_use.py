# effect: none
# a debug switch watches the input only at the end of the block
import tensorflow as tf


def input_grad(fn, value, *, trace=True):
    with tf.GradientTape() as tape:
        out = fn(value)
        if trace:
            tape.watch(value)  # TFG103
        out = 2.0 * out
    return tape.gradient(out, value)


print(input_grad(lambda v: tf.reduce_sum(tf.exp(v)), tf.constant([0.0, 1.0])))
