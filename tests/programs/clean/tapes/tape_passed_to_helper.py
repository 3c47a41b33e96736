# effect: ok
# the helper gets the running tape of its caller and computes while it records
import tensorflow as tf


def energy(tape, x, k):
    tape.watch(x)
    return 0.5 * k * tf.reduce_sum(tf.square(x))


def force(x, k):
    with tf.GradientTape() as tape:
        e = energy(tape, x, k)
    return -tape.gradient(e, x)


print(force(tf.constant([1.0, -2.0]), 3.0))
