# effect: none
# an integer tensor can be watched, but has no gradient
import tensorflow as tf


def df(fn, at):
    with tf.GradientTape() as tape:
        tape.watch(at)
        out = fn(at)
    return tape.gradient(out, at)


points = tf.constant([1, 2, 3])  # TFG304
print(df(lambda v: tf.cast(v, tf.float32) ** 2, points))
