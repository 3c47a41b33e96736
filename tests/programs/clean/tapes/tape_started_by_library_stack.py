# effect: ok
# code that is not of the program starts the tape
from contextlib import ExitStack

import tensorflow as tf

weight = tf.Variable(2.0)
tape = tf.GradientTape()
with ExitStack() as stack:
    stack.enter_context(tape)
    loss = tf.exp(weight)
print(tape.gradient(loss, weight))
