# effect: ok
# a plain function that is never traced makes a variable in each call
import tensorflow as tf


def gradient(signal):
    weight = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        output = weight * signal
    return tape.gradient(output, weight)


for signal in (1.0, 2.0):
    print(gradient(signal))
