# effect: none
# a helper that is meant to fix the dtype of its arguments
import tensorflow as tf


def f32(value):
    return tf.constant(value, dtype=tf.float32)  # TFG411


def quadratic(a, b, x):
    a, b = f32(a), f32(b)
    return a * x**2 + b * x


a, b = tf.Variable(1.0), tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = quadratic(a, b, tf.constant(3.0))
print(tape.gradient(y, [a, b]))
