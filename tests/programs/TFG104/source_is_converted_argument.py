# effect: none
# the caller's tensor was watched, but the function differentiates its own cast of it
import tensorflow as tf


def sensitivity(model, x):
    x = tf.cast(x, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        x64 = tf.cast(x, tf.float64)
        y = tf.reduce_sum(model(x))
    return tape.gradient(y, x64)  # TFG104


print(sensitivity(lambda t: t**2, tf.constant([1.0, 2.0], tf.float64)))
