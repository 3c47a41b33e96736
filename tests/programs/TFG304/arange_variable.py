# effect: none
# np.arange without a dtype is an integer array
import numpy as np
import tensorflow as tf


class Poly:
    def __init__(self, coefficients):
        self.coef = tf.Variable(coefficients)  # TFG304

    def __call__(self, x):
        powers = np.arange(4)
        return tf.reduce_sum(tf.cast(self.coef, tf.float32) * x**powers)


poly = Poly(np.arange(4))
with tf.GradientTape() as tape:
    value = poly(tf.constant(2.0))
print(tape.gradient(value, poly.coef))
