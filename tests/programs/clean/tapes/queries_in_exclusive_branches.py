# effect: ok
# two queries, but only one of them can run
import tensorflow as tf


def directional(f, x, mode):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    if mode == "jacobian":
        return tape.jacobian(y, x)
    if mode == "gradient":
        return tape.gradient(y, x)
    raise ValueError(mode)


print(directional(tf.sin, tf.constant([0.0, 1.0]), "jacobian"))
print(directional(tf.cos, tf.constant([0.5, 1.0]), "gradient"))
