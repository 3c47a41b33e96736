# effect: none
# fine for the first derivative, but the second one has to pass through grad
import numpy as np
import tensorflow as tf


@tf.custom_gradient
def smooth(x):
    def grad(dy):
        return dy * 3.0 * np.square(x.numpy())  # TFG705

    return x**3, grad


x = tf.Variable(2.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = smooth(x)
    first = inner.gradient(y, x)
second = outer.gradient(first, x)
print(first, second)
