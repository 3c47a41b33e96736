# effect: ok
# forward and backward leave TensorFlow on purpose, nobody asks for a second derivative
import numpy as np
import tensorflow as tf


@tf.custom_gradient
def external_solver(x):
    value = np.tanh(x.numpy())

    def grad(dy):
        return dy * (1.0 - value**2)

    return tf.constant(value), grad


x = tf.Variable([0.5, -0.5])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(external_solver(x) * 3.0)
print(tape.gradient(y, x))
