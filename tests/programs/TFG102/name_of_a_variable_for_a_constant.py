# effect: none
# the name was a variable's in an earlier cell, and this tape watches nothing
import tensorflow as tf


def g(x1, x2):
    return (x1 + 5.0) * x2**2


x1, x2 = tf.Variable(2.0), tf.Variable(3.0)
with tf.GradientTape() as tape:
    z = g(x1, x2)
print(tape.gradient(z, [x1, x2]))

x1 = tf.constant(2.0)
x2 = tf.constant(3.0)
with tf.GradientTape() as tape:
    z = g(x1, x2)
print(tape.gradient(z, [x1, x2]))  # TFG102
