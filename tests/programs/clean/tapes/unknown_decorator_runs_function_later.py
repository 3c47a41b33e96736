# effect: ok
# a decorator that nobody can read makes a function that runs later, when the tape records
import importlib

import tensorflow as tf

partial = importlib.import_module("functools").partial
w = tf.Variable(2.0)


@partial(partial, partial)
def loss_of(x):
    return tf.reduce_sum((w * x) ** 2)


loss = loss_of(tf.constant([1.0, 2.0]))
with tf.GradientTape() as tape:
    value = loss()
print(tape.gradient(value, w))
