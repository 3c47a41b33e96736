# effect: ok
# beside: TFG114
# the tape class is wrapped by functools.partial with persistent=True
import functools

import tensorflow as tf

Tape = functools.partial(tf.GradientTape, persistent=True)
a, b = tf.Variable(1.0), tf.Variable(2.0)
with Tape() as tape:
    l1 = a * b
    l2 = a + b**2
ga = tape.gradient(l1, a)
gb = tape.gradient(l2, b)
print(ga, gb)
