# effect: ok
# beside: TFG114
# the tape is entered through an ExitStack
import contextlib

import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with contextlib.ExitStack() as stack:
    stack.enter_context(tf.name_scope("train"))
    tape = stack.enter_context(tf.GradientTape())
    loss = tf.reduce_sum(w**2)
print(tape.gradient(loss, w))
