# effect: none
# the loss function is called in the arguments of gradient(), where nothing records any more
import functools

import tensorflow as tf

bias = tf.Variable(1.5)
power = functools.partial(tf.pow, y=3.0)

with tf.GradientTape() as tape:
    shifted = bias + 1.0
print("d/dbias", tape.gradient(power(shifted), bias))  # TFG101
