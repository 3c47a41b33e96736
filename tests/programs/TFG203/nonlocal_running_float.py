# effect: none
# the closure keeps its running value as a float through nonlocal, and that value is the loss
import tensorflow as tf


def make_smoother(decay):
    running = 0.0

    def smooth(value):
        nonlocal running
        running = decay * running + (1.0 - decay) * float(value)  # TFG203
        return running

    return smooth


w = tf.Variable(2.0)
smooth = make_smoother(0.5)
with tf.GradientTape() as tape:
    for x in (1.0, 2.0, 3.0):
        smoothed = smooth((w * x) ** 2)
    loss = tf.constant(smoothed)
print(tape.gradient(loss, w))
