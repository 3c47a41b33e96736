# effect: wrong
# truth: [17.0]
# two outputs, and the upstream gradient of the second one is never used
import tensorflow as tf


@tf.custom_gradient
def square_and_cube(x):
    def grad(d_square, d_cube):  # TFG703
        return d_square * 2.0 * x

    return (x**2, x**3), grad


x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    s, c = square_and_cube(x)
    total = 1.25 * s + c
print(tape.gradient(total, x))
