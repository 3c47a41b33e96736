# effect: ok
# beside: TFG114
# the class is a value; the tape is made where it is entered
import functools

import tensorflow as tf

make_tape = functools.partial(tf.GradientTape, persistent=True)
weight = tf.Variable(2.0)
with make_tape() as tape:
    loss = weight**3
print(tape.gradient(loss, weight))
