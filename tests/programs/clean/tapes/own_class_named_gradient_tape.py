# effect: ok
# beside: TFG114
# a context manager of the program has the name of TensorFlow's class
import contextlib

import tensorflow as tf


@contextlib.contextmanager
def gradient_tape():
    with tf.GradientTape() as tape:
        yield tape


weight = tf.Variable(2.0)
with gradient_tape() as tape:
    loss = weight**2
print(tape.gradient(loss, weight))
