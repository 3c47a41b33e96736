# effect: none
# the baseline is all there is in the loss, and it is a Python number
import tensorflow as tf

v = tf.Variable([1.0, 2.0])


def normalised(t):
    mean = tf.reduce_mean(t).numpy().item()  # TFG201
    return mean / 2.0


with tf.GradientTape() as tape:
    loss = tf.square(tf.constant(3.0) - normalised(v * 2.0))
print(tape.gradient(loss, v))
