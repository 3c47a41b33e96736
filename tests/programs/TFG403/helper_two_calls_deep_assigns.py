# effect: none
# the write is two calls away from the tape
import tensorflow as tf


def store(box, value):
    box.assign(value)  # TFG403


def compute(box, a):
    store(box, tf.exp(a) + 1.0)
    return box * 2.0


alpha = tf.Variable(0.3)
cell = tf.Variable(0.0, trainable=False)
with tf.GradientTape() as tape:
    result = compute(cell, alpha)
print(tape.gradient(result, alpha))
