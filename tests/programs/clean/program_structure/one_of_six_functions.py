# effect: ok
# one of six functions is called, and each has a variable of its own
import tensorflow as tf

scale = tf.Variable(2.0)


def make(name):
    if name == "square":
        return tf.square
    if name == "abs":
        return tf.abs
    if name == "exp":
        return tf.exp
    if name == "tanh":
        return tf.tanh
    if name == "sin":
        return tf.sin
    return lambda x: scale * x


for name in ("line", "line"):
    with tf.GradientTape() as tape:
        loss = make(name)(tf.constant(3.0))
    print(tape.gradient(loss, scale))
