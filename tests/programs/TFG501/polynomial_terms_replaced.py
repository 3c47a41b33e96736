# effect: none
# the sum of the terms keeps only the last term
import tensorflow as tf

coefficients = [tf.Variable(c) for c in (0.5, -1.0, 2.0)]


def evaluate(x):
    y = tf.zeros_like(x)
    for power, c in enumerate(coefficients):
        y = c * x**power  # TFG501
    return y


x = tf.constant([0.0, 1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(evaluate(x) - [0.5, 1.0, 4.0]))
print(tape.gradient(loss, coefficients))
