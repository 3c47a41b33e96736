# effect: none
# options that were bound once, years ago, to save memory
from functools import partial

import tensorflow as tf

bounded_loop = partial(tf.while_loop, maximum_iterations=4, back_prop=False)
rate = tf.Variable(0.5)


@tf.function
def relax(x):
    _, x = bounded_loop(lambda i, v: i < 10, lambda i, v: (i + 1, v - rate * v), (0, x))  # TFG406
    return tf.reduce_sum(x)


with tf.GradientTape() as tape:
    y = relax(tf.constant([1.0, 2.0]))
print(tape.gradient(y, rate))
